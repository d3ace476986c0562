import { formatDate } from "#domain/dates.ts";
import type { FileCell, FileDecision } from "#domain/people/imports.ts";
import { isCalendarDay } from "#domain/paths.ts";
import type { PlacedCell } from "./headings.rules.ts";

export type DayOrder = "day-first" | "month-first";

const BY_NUMBERS = /^\s*(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4})\s*$/;
const MONTHS = 12;

const OPTIONS = [
  { value: "day-first", label: "Day first, 25/3/2014" },
  { value: "month-first", label: "Month first, 3/25/2014" },
] as const;

type NumberDate = { text: string; row: number; first: number; second: number; year: string };

/**
 * Decides for all dates of a file together whether the day or the month comes first: one 25/3/2014 decides. Returns
 * null when no date is written in numbers that leave the question open.
 */
export function dayOrderOf(cells: readonly PlacedCell[], wanted: string | undefined): FileDecision | null {
  const dates = cells.flatMap(readNumbers);
  if (dates.length === 0) return null;
  const dayFirst = dates.find(({ first }) => first > MONTHS);
  const monthFirst = dates.find(({ second }) => second > MONTHS);
  const found: DayOrder = monthFirst && !dayFirst ? "month-first" : "day-first";
  const chosen = OPTIONS.find(({ value }) => value === wanted)?.value;
  const value = chosen ?? found;
  const isOther = chosen !== undefined && chosen !== found;
  const evidence = isOther
    ? `You chose this. ${exampleOf(dates, value)}`.trim()
    : proofOf({ dates, dayFirst, monthFirst }, value);
  const decided = OPTIONS.find((option) => option.value === value)?.label ?? "";
  return { name: "dates", value, decided, evidence, options: OPTIONS };
}

type Proof = { dates: readonly NumberDate[]; dayFirst?: NumberDate; monthFirst?: NumberDate };

function proofOf({ dates, dayFirst, monthFirst }: Proof, order: DayOrder): string {
  if (dayFirst && monthFirst)
    return `Row ${dayFirst.row} has ${dayFirst.text} and row ${monthFirst.row} has ${monthFirst.text}: the second is refused.`;
  const proof = dayFirst ?? monthFirst;
  const example = exampleOf(dates, order);
  if (!proof) return `No date has a number above 12, so the file does not show the order. ${example}`;
  return example === ""
    ? `Row ${proof.row} has ${proof.text}.`
    : `Row ${proof.row} has ${proof.text}, so ${example.replace(/\.$/, "")}.`;
}

/** Returns words such as `3/7/2014 in row 5 is 3 Jul 2014.` for a date that could be read in both ways. */
function exampleOf(dates: readonly NumberDate[], order: DayOrder): string {
  const open = dates.find(({ first, second }) => first <= MONTHS && second <= MONTHS && first !== second);
  return open ? `${open.text} in row ${open.row} is ${formatDate(isoDay(open, order))}.` : "";
}

function readNumbers({ text, row }: PlacedCell): NumberDate[] {
  const [, first = "", , second = "", year = ""] = BY_NUMBERS.exec(text) ?? [];
  return year === "" ? [] : [{ text: text.trim(), row, first: Number(first), second: Number(second), year }];
}

function isoDay({ first, second, year }: NumberDate, order: DayOrder): string {
  const [day, month] = order === "day-first" ? [first, second] : [second, first];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** Turns a date whose month comes first into `2014-03-25`; other texts stay as they are, and their field judges them. */
export function inDayOrder(cell: FileCell, order: string | undefined): FileCell {
  if (order !== "month-first") return cell;
  const [date] = readNumbers({ ...cell, row: 0 });
  const day = date ? isoDay(date, "month-first") : "";
  if (!date) return cell;
  return isCalendarDay(day)
    ? { ...cell, text: day }
    : { ...cell, fault: cell.fault ?? `the month comes first in this file, so ${date.text} is not a date` };
}
