import { markListUrl, type OverviewParams } from "../overview-address.rules.ts";
import { formatChange, formatFigure, parseEncodedMean, type EncodedMean } from "./results-view.rules.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? "");
}

/** Builds a link. The caller has already escaped the URL and the words. */
function link(url: string, words: string): string {
  return `<a href="${url}">${words}</a>`;
}

/**
 * A column of the table of means: a class, or a level with the id 0. `isFirst` is true for the first column of a
 * level.
 */
export type MeansTableColumn = { id: number; level: number; isFirst: boolean };

type MeanRow = { id: number; title: string; cells: string; all: number | null };

/**
 * Builds the body of the table of means as HTML text, because with React the browser would have to hydrate more than
 * 2,000 elements. Every text is escaped here. Each cell names its level, so that a narrow screen can hide levels.
 */
export function meansTableRowsHtml(
  rows: readonly MeanRow[],
  columns: readonly MeansTableColumn[],
  params: OverviewParams,
): string {
  return rows.map((row) => meanRow(row, columns, params)).join("");
}

function meanRow(
  { id, title, cells, all }: MeanRow,
  columns: readonly MeansTableColumn[],
  params: OverviewParams,
): string {
  const texts = cells.split(",");
  const levels = columns.flatMap(({ level }, index) => (texts[index] ? [`l${level}`] : []));
  const url = escapeHtml(markListUrl("marks", { ...params, subjectId: id }));
  const inClasses = columns.map((column, index) =>
    meanCell(
      texts[index] ?? "",
      column,
      `${url}&amp;${column.id === 0 ? `level=${column.level}` : `class=${column.id}`}`,
    ),
  );
  const ofAll = all === null ? "–" : link(url, formatFigure(all));
  const head = `<th scope="row">${escapeHtml(title)}</th>`;
  return `<tr class="${[...new Set(levels)].join(" ")}">${head}${inClasses.join("")}<td class="first all">${ofAll}</td></tr>`;
}

const SHADES = { "-2": " bg-rule", "-1": " bg-rule/[0.35]", "0": "", "1": " bg-cream-2", "2": " bg-line-2" };

function meanCell(text: EncodedMean, column: MeansTableColumn, url: string): string {
  const place = meanColumnClass(column);
  if (text === "") return `<td class="${place}"></td>`;
  const cell = parseEncodedMean(text);
  if (cell === null)
    return `<td class="${place} none">${link(url, '–<span class="sr-only"> no marks yet</span>')}</td>`;
  const look = `${SHADES[cell.shade]}${cell.isLow ? " low" : ""}`;
  return `<td class="${place}${look}">${link(url, String(cell.mean))}</td>`;
}

export function meanColumnClass({ level, isFirst }: MeansTableColumn): string {
  return isFirst ? `l${level} first` : `l${level}`;
}

/** A row of the tables of grades. `changes` are the differences to earlier terms, in the order of their columns. */
export type GradesTableRow = {
  key: number;
  title: string;
  counts: readonly number[];
  mean: number | null;
  passRate: number | null;
  changes?: readonly { label: string; before: number | null; url: string | null }[];
};

/**
 * Functions that return the URLs of the names behind a row: behind a grade or all grades, and behind its pass rate.
 */
export type GradeRowUrls = {
  names: (key: number, grade: string | null) => string;
  belowPass: (key: number) => string;
};

/** Builds the rows of a table of grades as HTML text, as in the table of means. */
export function gradesTableRowsHtml(
  rows: readonly GradesTableRow[],
  letters: readonly string[],
  links: GradeRowUrls,
): string {
  return rows.map((row) => gradeRow(row, letters, links)).join("");
}

function gradeRow(
  { key, title, counts, mean, passRate, changes = [] }: GradesTableRow,
  letters: readonly string[],
  { names, belowPass }: GradeRowUrls,
): string {
  const to = (grade: string | null) => escapeHtml(names(key, grade));
  const bar = counts.map((count, index) =>
    count === 0 ? "" : `<i class="basis-0 ${gradeToneClass(index, letters)}" style="flex-grow:${count}"></i>`,
  );
  const grades = letters.map((letter, index) => {
    const count = counts[index] ?? 0;
    return cell(letter, count === 0 ? "0" : link(to(letter), String(count)));
  });
  const since = changes.map(({ label, before, url }) => {
    const change = mean === null || before === null ? "–" : formatChange(mean, before);
    return cell(label, url === null || before === null ? change : link(escapeHtml(url), change));
  });
  const cells = [
    `<th role="rowheader" scope="row">${escapeHtml(title)}</th>`,
    `<td class="bar" role="cell"><span aria-hidden="true" class="flex h-[22px] gap-0.5">${bar.join("")}</span></td>`,
    ...grades,
    `<td class="mean" role="cell">${link(to(null), formatFigure(mean))}</td>`,
    cell("Pass", passRate === null ? "–" : link(escapeHtml(belowPass(key)), `${passRate}%`)),
    ...since,
  ];
  return `<tr role="row">${cells.join("")}</tr>`;
}

function cell(label: string, content: string): string {
  return `<td data-label="${escapeHtml(label)}" role="cell">${content}</td>`;
}

const TONES = ["bg-sepia", "bg-line-2", "border border-line-2 bg-cream-2", "border border-line-2 bg-paper"];

/** Returns the colour class of a grade: red for the lowest grade, and paler shades from the best grade down. */
export function gradeToneClass(index: number, letters: readonly string[]): string {
  return index === letters.length - 1 ? "bg-red" : (TONES[Math.min(index, TONES.length - 1)] ?? "");
}
