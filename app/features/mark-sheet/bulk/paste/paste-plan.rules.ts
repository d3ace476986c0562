import { isAverageOf, findPasteQuestion } from "#domain/text/pasted-cells.ts";
import { formatCountWithNoun } from "../act.rules.ts";
import { matchStudentByName, matchStudentByNumber, type StudentMatch } from "../find-student.rules.ts";
import type { MarkRules } from "#fields/mark.ts";
import type { PasteTable } from "./paste-table.rules.ts";
import { planMarkSheetRowEntry, type FillPlanContext } from "../fill-plan.rules.ts";
import { NOT_A_MARK_REASON, readCellValue, type PasteValueColumn } from "./read-value.rules.ts";
import type { PlannedEntry, SkippedValue, BulkPlan, CurrentMarkSheetRow } from "../tasks.ts";

type Paste = FillPlanContext & {
  rules: MarkRules;
  table: PasteTable;
  /** The column of the pasted table to read from. */
  valueColumn: number;
  /** The column of the mark sheet to write to. */
  field: string;
  kind: PasteValueColumn["kind"];
  rows: readonly CurrentMarkSheetRow[];
  /** The first row to write, if the pasted lines have no names. */
  startRow: string | undefined;
};

type Said = { text: string; value: string; match: StudentMatch };

/** Plans a paste line by line, and lists each line that is left out with the reason. */
export function planPaste(paste: Paste): BulkPlan {
  const said = paste.table.hasNames ? linesWithNames(paste) : linesInOrder(paste);
  const once = withoutContradictions(said);
  const judged = once.lines.map((line) => judge(line, paste));
  const entries = judged.flatMap(({ entry }) => (entry ? [entry] : []));
  const leftOut = judged.flatMap(({ left }) => (left ? [left] : []));
  return { entries, leftOut: [...headingLine(paste.table), ...once.leftOut, ...leftOut, ...counted(judged)] };
}

function linesWithNames({ table: { lines }, valueColumn, rows }: Paste): Said[] {
  return lines.flatMap((cells) => {
    const others = cells.filter((cell, index) => index !== valueColumn && cell !== "");
    const value = cells[valueColumn] ?? "";
    if (others.length === 0 && value === "") return [];
    return [{ text: others.join(" "), value, match: studentIn(others, rows) }];
  });
}

/** Finds the student of a pasted line. The number decides, unless the line has another student's name. */
function studentIn(cells: readonly string[], rows: readonly CurrentMarkSheetRow[]): StudentMatch {
  const numbered = cells.map((cell) => matchStudentByNumber(cell, rows)).find(({ kind }) => kind === "one");
  const names = cells.filter(
    (cell) => /\p{L}{2}/u.test(cell) && matchStudentByNumber(cell, rows).kind === "none",
  );
  const alone = names.map((cell) => matchStudentByName(cell, rows)).find(({ kind }) => kind !== "none");
  const named = alone ?? matchStudentByName(names.join(" "), rows);
  if (!numbered) return named;
  const differ = named.kind === "one" && numbered.kind === "one" && named.row !== numbered.row;
  return differ ? { kind: "none", why: "the number and the name belong to different students" } : numbered;
}

type PasteRead = {
  blankAtEnd: number;
  /** The noun for a value, such as 'mark'. */
  noun: string;
  /** Whether the user left out a heading above the first line. */
  isBelowHeading: boolean;
};

/**
 * Returns a question to answer before lines without names are written in screen order, or null if there is no doubt.
 */
export function findPasteOrderQuestion(
  paste: Paste,
  { blankAtEnd, noun, isBelowHeading }: PasteRead,
): string | null {
  const { table, valueColumn, rows } = paste;
  if (table.hasNames || table.lines.length === 0) return null;
  const start = startOf(paste);
  const values = table.lines.map((line) => line[valueColumn] ?? "");
  const [value = "", ...below] = values;
  const [last = "", above] = [values.at(-1), values.slice(0, -1)];
  const maxMark = rows[start]?.maxMark ?? 0;
  const isMaximum = isBelowHeading && paste.field === "mark" && value === String(maxMark);
  const fault =
    faultOf(value, { ...paste, maxMark }, noun) ??
    (isMaximum ? "may be the maximum" : isAverageOf(value, below) ? "is the average of the others" : null);
  return findPasteQuestion(
    {
      lines: values.length,
      blankAtEnd,
      rows: rows.length - start,
      first: fault === null ? null : { value, fault },
      last: isAverageOf(last, above) ? { value: last, fault: "is the average of the others" } : null,
    },
    { line: "value", row: "student" },
  );
}

/** Returns the error in a value, such as `is not a mark: it is out of 50, but this sheet is out of 100`, or null. */
function faultOf(value: string, column: PasteValueColumn, noun: string): string | null {
  const read = readCellValue(value, column);
  if (read.kind !== "refused") return null;
  return read.reason === NOT_A_MARK_REASON ? `is not a ${noun}` : `is not a ${noun}: ${read.reason}`;
}

function startOf({ rows, startRow }: Paste): number {
  return Math.max(
    0,
    rows.findIndex(({ row }) => row === startRow),
  );
}

function linesInOrder(paste: Paste): Said[] {
  const { table, valueColumn, rows } = paste;
  const start = startOf(paste);
  return table.lines.map((cells, index) => {
    const now = rows[start + index];
    const match: StudentMatch = now ? { kind: "one", row: now.row } : { kind: "none" };
    return { text: now?.name ?? "", value: cells[valueColumn] ?? "", match };
  });
}

/** Leaves out every student who is listed twice with different marks. */
function withoutContradictions(said: readonly Said[]): { lines: Said[]; leftOut: SkippedValue[] } {
  const values = new Map<string, Set<string>>();
  for (const { match, value } of said) {
    if (match.kind === "one") values.set(match.row, (values.get(match.row) ?? new Set()).add(value));
  }
  const seen = new Set<string>();
  const lines: Said[] = [];
  const leftOut: SkippedValue[] = [];
  for (const line of said) {
    const { match } = line;
    const given = match.kind === "one" ? values.get(match.row) : undefined;
    if (given && given.size > 1)
      leftOut.push({ what: wordsOf(line), why: "is listed twice with different marks" });
    else if (match.kind !== "one" || !seen.has(match.row)) lines.push(line);
    if (match.kind === "one") seen.add(match.row);
  }
  return { lines, leftOut };
}

type Judged = { entry?: PlannedEntry; left?: SkippedValue; uncounted?: "blank" | "same" };

function judge(line: Said, paste: Paste): Judged {
  const { match, value } = line;
  const what = wordsOf(line);
  if (match.kind === "none") return { left: { what, why: match.why ?? nobodyWords(line, paste) } };
  if (match.kind === "several")
    return {
      left: { what, why: `could be ${match.names.join(" or ")}; paste with student numbers instead` },
    };
  const now = paste.rows.find(({ row }) => row === match.row);
  if (!now) return { left: { what, why: "not on this sheet" } };
  const read = readCellValue(value, { ...paste, maxMark: now.maxMark });
  if (read.kind === "blank") return { uncounted: "blank" };
  if (read.kind === "refused") return { left: { what, why: read.reason } };
  if (now.phase === "changed")
    return { left: { what, why: "changed elsewhere: first choose which value to keep" } };
  const entry = planMarkSheetRowEntry(now, read.values, paste);
  if (!entry) return { uncounted: "same" };
  return { entry: match.loosely ? { ...entry, said: line.text } : entry };
}

function nobodyWords({ text }: Said, { table }: Paste): string {
  if (!table.hasNames) return "the mark sheet has no student left for this line";
  return text === "" ? "no name beside this value" : "no such student on this sheet";
}

function headingLine({ heading }: PasteTable): SkippedValue[] {
  return heading ? [{ what: heading.filter(Boolean).join(" "), why: "used as the heading" }] : [];
}

function counted(judged: readonly Judged[]): SkippedValue[] {
  const count = (wanted: Judged["uncounted"]) =>
    judged.filter(({ uncounted }) => uncounted === wanted).length;
  const [blank, same] = [count("blank"), count("same")];
  const left = [
    { what: formatCountWithNoun(blank, "blank cell"), why: "nothing is cleared" },
    { what: formatCountWithNoun(same, "student"), why: "nothing would change" },
  ];
  return left.filter((_, index) => [blank, same][index] !== 0);
}

function wordsOf({ text, value }: Said): string {
  return [text, value].filter(Boolean).join(": ");
}
