import { INK, MUTED, RULE, SERIF_LINE, SIZE } from "../../parts/type.ts";
import { fitColumnWidths } from "../../parts/widths.ts";
import { wordParagraph, emptyParagraph, wordRun } from "../../parts/word/text.ts";
import { wordTable, type WordContent, type WordCell, type WordRow } from "../../parts/word/table.ts";
import {
  markAlignment,
  padMark,
  type MarkColumn,
  NO_MARKS,
  headLines,
  planMarksTable,
  REMARK_LABEL,
  remarkOf,
  type MarksTablePlan,
} from "../marks/marks-table.ts";
import { ROW, type Density, BETWEEN, PAGE } from "../density.ts";
import {
  spaceAroundText,
  HEAD_HEIGHT,
  wordRowHeight,
  wordHeading,
  wordLabel,
  wordText,
  sideBySide,
  wordScalePosition,
} from "./side.ts";
import type { CardCell, CardMarks, CardRow, CardCriteria } from "../data.ts";
import { countInFirstColumn, GRADE } from "../marks/criteria-table.ts";

const AVERAGE = 11;
const GROUP_TITLE = 10.5;
/** The maximum space added to a row. A short table is not stretched to the length of a long table beside it. */
const MOST_AIR = 9;
/** The height of two heads and a gap, in rows. */
const BESIDE_HEADS = 3;

/**
 * Builds the marks.
 * @param beside the number of rows in the column beside the marks, so that both end at about the same height; null if
 * the marks have the whole width
 */
export function wordMarks(
  marks: CardMarks,
  width: number,
  density: Density,
  beside: number | null,
): WordContent {
  if (marks.groups.length === 0) return noMarks();
  const plan = planMarksTable(marks, width, density.table, beside === null ? "below" : "beside");
  const rows = [...marks.groups.flatMap((group) => groupRows(group, plan)), ...averageRows(marks, plan)];
  const least = wordRowHeight(density);
  const even = beside === null ? least : ((beside + BESIDE_HEADS) * least - HEAD_HEIGHT) / rows.length;
  const height = Math.min(least + MOST_AIR, Math.max(least, even));
  const air = spaceAroundText(height, density.table);
  const body = rows.map((row) => ({ ...row, height, air }));
  return [wordTable(spaced(plan), [headRow(plan), ...body], plan.gap)];
}

function noMarks(): WordContent {
  const style = { size: GROUP_TITLE, serif: true, italics: true, color: MUTED };
  return [...wordHeading("Marks").content, wordParagraph(wordRun(NO_MARKS, style), {}), emptyParagraph()];
}

/** Returns the widths for Word, in which a column's width includes the gap before the column. */
function spaced({ widths, gap }: MarksTablePlan): number[] {
  return widths.map((width, index) => (index === 0 ? width : width + gap));
}

function headRow(plan: MarksTablePlan): WordRow {
  const { columns, teacher, remark } = plan;
  const cells = [
    wordHeading("Marks"),
    ...(teacher === null ? [] : [wordLabel("Teacher", "left")]),
    ...columns.map((column) => wordLabel(column.label, markAlignment(column))),
    ...(typeof remark === "number" ? [wordLabel(REMARK_LABEL, "left")] : []),
  ];
  const height = HEAD_HEIGHT + (headLines(plan) - 1) * SIZE.label * ROW_OF_LABEL;
  return { cells, height, rule: RULE.frame, isHead: true };
}

const ROW_OF_LABEL = 1.4;

type Row = Omit<WordRow, "height">;

function groupRows({ title, rows }: CardMarks["groups"][number], plan: MarksTablePlan): Row[] {
  const subjects = rows.flatMap((row, index): Row[] => {
    const rule = index === rows.length - 1 ? RULE.frame : ROW;
    const remark = plan.remark === "below" ? remarkOf(row) : "";
    if (remark === "") return [{ cells: subjectCells(row, plan), rule }];
    return [
      { cells: subjectCells(row, plan) },
      { cells: [{ ...remarkCell(remark), columns: plan.widths.length }], rule },
    ];
  });
  if (title === null) return subjects;
  const style = { size: GROUP_TITLE, serif: true, italics: true, color: MUTED };
  return [
    {
      cells: [{ content: [wordParagraph(wordRun(title, style), {})], columns: plan.widths.length }],
      rule: ROW,
    },
    ...subjects,
  ];
}

function remarkCell(remark: string): WordCell {
  return { content: [wordParagraph(wordRun(remark, { size: SIZE.label, color: MUTED }), {})] };
}

function subjectCells(row: CardRow, { size, columns, teacher: column, remark }: MarksTablePlan): WordCell[] {
  const { subject, teacher, cells } = row;
  const aside = column !== null || teacher === null ? "" : ` ${whole(teacher)}`;
  const name = [...wordRun(subject, { size }), ...wordRun(aside, { size: SIZE.label, color: MUTED })];
  return [
    { content: [wordParagraph(name, {})] },
    ...(column === null
      ? []
      : [{ content: [wordParagraph(wordRun(teacher ?? "", { size, color: MUTED }), {})] }]),
    ...columns.map((item, index) => markCell(cells[index] ?? { is: "nothing" }, item, size)),
    ...(typeof remark === "number" ? [remarkCell(remarkOf(row))] : []),
  ];
}

/** Makes the spaces and hyphens of a name non-breaking, so that Word breaks the name only if it must. */
function whole(name: string): string {
  return `\u00a0${name.replaceAll(" ", "\u00a0").replaceAll("-", "\u2011")}`;
}

function markCell(cell: CardCell, column: MarkColumn, size: number): WordCell {
  const align = markAlignment(column);
  if (cell.is === "mark") {
    const of = cell.outOf === null ? [] : wordRun(` / ${cell.outOf}`, { size: SIZE.label, color: MUTED });
    return { content: [wordParagraph([...wordRun(padMark(cell.mark, column), { size }), ...of], { align })] };
  }
  if (cell.is === "word")
    return { content: [wordParagraph(wordRun(cell.text, { size, italics: true, color: MUTED }), { align })] };
  if (cell.is === "none") return wordText("–", size, align);
  if (cell.is === "nothing") return { content: [emptyParagraph(size)] };
  return wordText(cell.text, size, align, column.kind !== "rating" && column.kind !== "figure");
}

/** Builds the average across the columns up to that of the percentages, at whose right edge the figure ends. */
function averageRows({ average }: CardMarks, { columns, widths, teacher }: MarksTablePlan): Row[] {
  if (average === null) return [];
  const percent = (teacher === null ? 1 : 2) + columns.findIndex(({ kind }) => kind === "percent");
  const after = widths.length - percent - 1;
  const style = { size: AVERAGE, bold: true, color: INK };
  const cells: WordCell[] = [
    { content: [wordParagraph(wordRun(average.label, { ...style, serif: true }), {})], columns: percent - 1 },
    { content: [wordParagraph(wordRun(average.value ?? "", style), { align: "right" })], columns: 2 },
    ...(after > 0 ? [{ content: [emptyParagraph(AVERAGE * SERIF_LINE)], columns: after }] : []),
  ];
  return [{ cells, rule: RULE.frame }];
}

type Scale = { grades: readonly string[]; size: number; height: number };

/** Builds subjects with their criteria, in two columns of similar height. */
export function wordCriteria(
  { criteria, criterionGrades: grades }: CardMarks,
  density: Density,
): WordContent {
  const scale = { grades, size: density.table, height: wordRowHeight(density) };
  const own = (PAGE.width - BETWEEN) / 2;
  const widths = fitColumnWidths({
    total: own,
    columns: ["*", ...grades.map(() => GRADE.width + GRADE.gap)],
    gap: 0,
  });
  const cut = countInFirstColumn(criteria.map((subject) => 1 + subject.grades.length));
  const halves = [criteria.slice(0, cut), criteria.slice(cut)].map((part, index): WordContent => {
    const head = [
      wordHeading(index === 0 ? "Criteria" : ""),
      ...grades.map((grade) => wordLabel(grade, "center")),
    ];
    const air = spaceAroundText(scale.height, scale.size);
    const rows = part.flatMap((subject) => subjectRows(subject, scale)).map((row) => ({ ...row, air }));
    const headRow = { cells: head, height: HEAD_HEIGHT, rule: RULE.frame, isHead: true };
    return [wordTable(widths, [headRow, ...rows], 0)];
  });
  return sideBySide(halves, [own, own]);
}

function subjectRows({ subject, teacher, word, grades }: CardCriteria, scale: Scale): WordRow[] {
  const { size, height } = scale;
  const aside = teacher === null ? [] : wordRun(`\u00a0\u00a0${teacher}`, { size: SIZE.label, color: MUTED });
  const name = { content: [wordParagraph([...wordRun(subject, { size, bold: true }), ...aside], {})] };
  const style = { size, italics: true, color: MUTED };
  const away = {
    content: [wordParagraph(wordRun(word ?? "", style), { align: "right" })],
    columns: scale.grades.length,
  };
  const title = { cells: [name, away], height, rule: ROW };
  const criteria = grades.map(({ detail, grade }, index) => ({
    cells: criterionCells(detail, word === null ? grade : undefined, scale),
    height,
    rule: index === grades.length - 1 ? RULE.group : ROW,
  }));
  return [title, ...criteria];
}

/** Builds the cells of a criterion. @param grade undefined for an absent student */
function criterionCells(
  detail: string,
  grade: number | null | undefined,
  { grades, size }: Scale,
): WordCell[] {
  const places = grades.map((item): WordCell =>
    grade === undefined
      ? { content: [emptyParagraph(size)] }
      : wordScalePosition(item, item === String(grade), size),
  );
  return [wordText(`\u00a0\u00a0${detail}`, size), ...places];
}
