import { MUTED, RULE, SIZE } from "../../parts/type.ts";
import { line, nothing, run } from "../../parts/word/text.ts";
import { wordTable, type Flow, type WordCell, type WordRow } from "../../parts/word/table.ts";
import { fitted } from "../../parts/widths.ts";
import { firstHalf, GRADE } from "../marks/criteria-table.ts";
import { BETWEEN, PAGE } from "../grid.ts";
import { ROW } from "../rules.ts";
import {
  airOf,
  HEAD_HEIGHT,
  rowHeight,
  sideBySide,
  wordHeading,
  wordLabel,
  wordPlace,
  wordText,
} from "./side.ts";
import type { CardCriteria, CardMarks } from "../data.ts";
import type { Density } from "../density.ts";

type Scale = { grades: readonly string[]; size: number; height: number };

/** Lays out subjects with their criteria, in two columns of similar height. */
export function wordCriteria({ criteria, criterionGrades: grades }: CardMarks, density: Density): Flow {
  const scale = { grades, size: density.table, height: rowHeight(density) };
  const own = (PAGE.width - BETWEEN) / 2;
  const widths = fitted({
    total: own,
    columns: ["*", ...grades.map(() => GRADE.width + GRADE.gap)],
    gap: 0,
  });
  const cut = firstHalf(criteria.map((subject) => 1 + subject.grades.length));
  const halves = [criteria.slice(0, cut), criteria.slice(cut)].map((part, index): Flow => {
    const head = [
      wordHeading(index === 0 ? "Criteria" : ""),
      ...grades.map((grade) => wordLabel(grade, "center")),
    ];
    const air = airOf(scale.height, scale.size);
    const rows = part.flatMap((subject) => subjectRows(subject, scale)).map((row) => ({ ...row, air }));
    const headRow = { cells: head, height: HEAD_HEIGHT, rule: RULE.frame, isHead: true };
    return [wordTable(widths, [headRow, ...rows], 0)];
  });
  return sideBySide(halves, [own, own]);
}

function subjectRows({ subject, teacher, word, grades }: CardCriteria, scale: Scale): WordRow[] {
  const { size, height } = scale;
  const aside = teacher === null ? [] : run(`\u00a0\u00a0${teacher}`, { size: SIZE.label, color: MUTED });
  const name = { content: [line([...run(subject, { size, bold: true }), ...aside], {})] };
  const style = { size, italics: true, color: MUTED };
  const away = { content: [line(run(word ?? "", style), { align: "right" })], columns: scale.grades.length };
  const title = { cells: [name, away], height, rule: ROW };
  const criteria = grades.map(({ detail, grade }, index) => ({
    cells: criterionCells(detail, word === null ? grade : undefined, scale),
    height,
    rule: index === grades.length - 1 ? RULE.group : ROW,
  }));
  return [title, ...criteria];
}

/** Builds the cells of a criterion. @param grade undefined for a student who was absent */
function criterionCells(
  detail: string,
  grade: number | null | undefined,
  { grades, size }: Scale,
): WordCell[] {
  const places = grades.map((item): WordCell =>
    grade === undefined ? { content: [nothing(size)] } : wordPlace(item, item === String(grade), size),
  );
  return [wordText(`\u00a0\u00a0${detail}`, size), ...places];
}
