import { INK_COLOUR, MUTED_COLOUR, RULE_WEIGHTS, SERIF_LINE_HEIGHT, FONT_SIZES } from "../../parts/type.ts";
import { fitColumnWidths } from "../../parts/widths.ts";
import { docxParagraph, emptyParagraph, docxTextRun } from "../../parts/word/text.ts";
import { docxTable, type DocxContent, type DocxCell, type DocxRow } from "../../parts/word/table.ts";
import {
  markAlignment,
  alignMark,
  NO_MARKS_TEXT,
  countHeadLines,
  planMarksTable,
  REMARK_LABEL,
  getRemarkText,
} from "../marks/marks-table.ts";
import type { CardMarkColumn, MarksTablePlan } from "../marks/average-rows.ts";
import { ROW_RULE_WEIGHT, type CardDensity, CARD_COLUMN_GAP, CARD_PRINT_AREA } from "../density.ts";
import {
  spaceAroundText,
  HEAD_HEIGHT,
  docxRowHeight,
  docxHeading,
  docxLabel,
  docxTextCell,
  docxColumnsSideBySide,
  docxScalePosition,
} from "./side.ts";
import type { CardCell, CardMarks, CardRow, CardCriteria } from "../data.ts";
import { countInFirstColumn, CRITERION_GRADE_COLUMN } from "../marks/criteria-table.ts";

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
export function docxMarks(
  marks: CardMarks,
  width: number,
  density: CardDensity,
  beside: number | null,
): DocxContent {
  if (marks.groups.length === 0) return noMarks();
  const plan = planMarksTable(marks, width, density.table, beside === null ? "below" : "beside");
  const rows = [
    ...marks.groups.flatMap((group) => groupRows(group, plan)),
    ...averageRows(marks, plan),
    ...yearRows(marks, plan),
  ];
  const least = docxRowHeight(density);
  const even = beside === null ? least : ((beside + BESIDE_HEADS) * least - HEAD_HEIGHT) / rows.length;
  const height = Math.min(least + MOST_AIR, Math.max(least, even));
  const air = spaceAroundText(height, density.table);
  const body = rows.map((row) => ({ ...row, height, air }));
  return [docxTable(spaced(plan), [headRow(plan), ...body], plan.gap)];
}

function noMarks(): DocxContent {
  const style = { size: GROUP_TITLE, serif: true, italics: true, color: MUTED_COLOUR };
  return [
    ...docxHeading("Marks").content,
    docxParagraph(docxTextRun(NO_MARKS_TEXT, style), {}),
    emptyParagraph(),
  ];
}

/** Returns the widths for Word, in which a column's width includes the gap before the column. */
function spaced({ widths, gap }: MarksTablePlan): number[] {
  return widths.map((width, index) => (index === 0 ? width : width + gap));
}

function headRow(plan: MarksTablePlan): DocxRow {
  const { columns, teacher, remark } = plan;
  const cells = [
    docxHeading("Marks"),
    ...(teacher === null ? [] : [docxLabel("Teacher", "left")]),
    ...columns.map((column) => docxLabel(column.label, markAlignment(column))),
    ...(typeof remark === "number" ? [docxLabel(REMARK_LABEL, "left")] : []),
  ];
  const height = HEAD_HEIGHT + (countHeadLines(plan) - 1) * FONT_SIZES.label * ROW_OF_LABEL;
  return { cells, height, rule: RULE_WEIGHTS.frame, isHead: true };
}

const ROW_OF_LABEL = 1.4;

type Row = Omit<DocxRow, "height">;

function groupRows({ title, rows }: CardMarks["groups"][number], plan: MarksTablePlan): Row[] {
  const subjects = rows.flatMap((row, index): Row[] => {
    const rule = index === rows.length - 1 ? RULE_WEIGHTS.frame : ROW_RULE_WEIGHT;
    const remark = plan.remark === "below" ? getRemarkText(row) : "";
    if (remark === "") return [{ cells: subjectCells(row, plan), rule }];
    return [
      { cells: subjectCells(row, plan) },
      { cells: [{ ...remarkCell(remark), columns: plan.widths.length }], rule },
    ];
  });
  if (title === null) return subjects;
  const style = { size: GROUP_TITLE, serif: true, italics: true, color: MUTED_COLOUR };
  return [
    {
      cells: [{ content: [docxParagraph(docxTextRun(title, style), {})], columns: plan.widths.length }],
      rule: ROW_RULE_WEIGHT,
    },
    ...subjects,
  ];
}

function remarkCell(remark: string): DocxCell {
  return {
    content: [docxParagraph(docxTextRun(remark, { size: FONT_SIZES.label, color: MUTED_COLOUR }), {})],
  };
}

function subjectCells(row: CardRow, { size, columns, teacher: column, remark }: MarksTablePlan): DocxCell[] {
  const { subject, teacher, cells } = row;
  const aside = column !== null || teacher === null ? "" : ` ${whole(teacher)}`;
  const name = [
    ...docxTextRun(subject, { size }),
    ...docxTextRun(aside, { size: FONT_SIZES.label, color: MUTED_COLOUR }),
  ];
  return [
    { content: [docxParagraph(name, {})] },
    ...(column === null
      ? []
      : [{ content: [docxParagraph(docxTextRun(teacher ?? "", { size, color: MUTED_COLOUR }), {})] }]),
    ...columns.map((item, index) => markCell(cells[index] ?? { is: "nothing" }, item, size)),
    ...(typeof remark === "number" ? [remarkCell(getRemarkText(row))] : []),
  ];
}

/** Makes the spaces and hyphens of a name non-breaking, so that Word breaks the name only if it must. */
function whole(name: string): string {
  return `\u00a0${name.replaceAll(" ", "\u00a0").replaceAll("-", "\u2011")}`;
}

function markCell(cell: CardCell, column: CardMarkColumn, size: number): DocxCell {
  const align = markAlignment(column);
  if (cell.is === "mark") {
    const of =
      cell.outOf === null
        ? []
        : docxTextRun(` / ${cell.outOf}`, { size: FONT_SIZES.label, color: MUTED_COLOUR });
    return {
      content: [docxParagraph([...docxTextRun(alignMark(cell.mark, column), { size }), ...of], { align })],
    };
  }
  if (cell.is === "word")
    return {
      content: [
        docxParagraph(docxTextRun(cell.text, { size, italics: true, color: MUTED_COLOUR }), { align }),
      ],
    };
  if (cell.is === "none") return docxTextCell("–", size, align);
  if (cell.is === "nothing") return { content: [emptyParagraph(size)] };
  return docxTextCell(cell.text, size, align, !["rating", "figure", "year"].includes(column.kind));
}

/** Builds the averages across the columns up to the percentages. The figures end at the percentages' right edge. */
function averageRows({ averages, compared }: CardMarks, { columns, widths, teacher }: MarksTablePlan): Row[] {
  const percent = (teacher === null ? 1 : 2) + columns.findIndex(({ kind }) => kind === "percent");
  const after = widths.length - percent - 1;
  const style = { size: AVERAGE, bold: true, color: INK_COLOUR };
  if (compared !== null)
    return averages.map(({ label, value }) =>
      acrossRow({ label, value: value ?? "", details: compared }, widths),
    );
  return averages.map(({ label, value }) => ({
    cells: [
      { content: [docxParagraph(docxTextRun(label, { ...style, serif: true }), {})], columns: percent - 1 },
      { content: [docxParagraph(docxTextRun(value ?? "", style), { align: "right" })], columns: 2 },
      ...(after > 0 ? [{ content: [emptyParagraph(AVERAGE * SERIF_LINE_HEIGHT)], columns: after }] : []),
    ],
    rule: RULE_WEIGHTS.frame,
  }));
}

function yearRows({ year }: CardMarks, { widths }: MarksTablePlan): Row[] {
  return year === null ? [] : [acrossRow(year, widths)];
}

/** Builds an average across the table, with what follows it in smaller letters. */
function acrossRow(
  { label, value, details }: NonNullable<CardMarks["year"]>,
  widths: readonly number[],
): Row {
  const style = { size: AVERAGE, bold: true, color: INK_COLOUR };
  const runs = [
    ...docxTextRun(`${label}  `, { ...style, serif: true }),
    ...docxTextRun(`${value}   `, style),
    ...docxTextRun(details, { size: FONT_SIZES.label, color: MUTED_COLOUR }),
  ];
  return {
    cells: [{ content: [docxParagraph(runs, {})], columns: widths.length }],
    rule: RULE_WEIGHTS.frame,
  };
}

type Scale = { grades: readonly string[]; size: number; height: number };

/** Builds subjects with their criteria, in two columns of similar height. */
export function docxCriteria(
  { criteria, criterionGrades: grades }: CardMarks,
  density: CardDensity,
): DocxContent {
  const scale = { grades, size: density.table, height: docxRowHeight(density) };
  const own = (CARD_PRINT_AREA.width - CARD_COLUMN_GAP) / 2;
  const widths = fitColumnWidths({
    total: own,
    columns: ["*", ...grades.map(() => CRITERION_GRADE_COLUMN.width + CRITERION_GRADE_COLUMN.gap)],
    gap: 0,
  });
  const cut = countInFirstColumn(criteria.map((subject) => 1 + subject.grades.length));
  const halves = [criteria.slice(0, cut), criteria.slice(cut)].map((part, index): DocxContent => {
    const head = [
      docxHeading(index === 0 ? "Criteria" : ""),
      ...grades.map((grade) => docxLabel(grade, "center")),
    ];
    const air = spaceAroundText(scale.height, scale.size);
    const rows = part.flatMap((subject) => subjectRows(subject, scale)).map((row) => ({ ...row, air }));
    const headRow = { cells: head, height: HEAD_HEIGHT, rule: RULE_WEIGHTS.frame, isHead: true };
    return [docxTable(widths, [headRow, ...rows], 0)];
  });
  return docxColumnsSideBySide(halves, [own, own]);
}

function subjectRows({ subject, teacher, word, grades }: CardCriteria, scale: Scale): DocxRow[] {
  const { size, height } = scale;
  const aside =
    teacher === null
      ? []
      : docxTextRun(`\u00a0\u00a0${teacher}`, { size: FONT_SIZES.label, color: MUTED_COLOUR });
  const name = { content: [docxParagraph([...docxTextRun(subject, { size, bold: true }), ...aside], {})] };
  const style = { size, italics: true, color: MUTED_COLOUR };
  const away = {
    content: [docxParagraph(docxTextRun(word ?? "", style), { align: "right" })],
    columns: scale.grades.length,
  };
  const title = { cells: [name, away], height, rule: ROW_RULE_WEIGHT };
  const criteria = grades.map(({ detail, grade }, index) => ({
    cells: criterionCells(detail, word === null ? grade : undefined, scale),
    height,
    rule: index === grades.length - 1 ? RULE_WEIGHTS.group : ROW_RULE_WEIGHT,
  }));
  return [title, ...criteria];
}

/** Builds the cells of a criterion. @param grade undefined for an absent student */
function criterionCells(
  detail: string,
  grade: number | null | undefined,
  { grades, size }: Scale,
): DocxCell[] {
  const places = grades.map((item): DocxCell =>
    grade === undefined
      ? { content: [emptyParagraph(size)] }
      : docxScalePosition(item, item === String(grade), size),
  );
  return [docxTextCell(`\u00a0\u00a0${detail}`, size), ...places];
}
