import { formatDate } from "#domain/dates.ts";
import type { ImportFileCell, ImportFileDecision } from "#domain/people/imports.ts";
import { isCalendarDay } from "#domain/paths.ts";
import type { CellWithRowNumber } from "./headings.rules.ts";

type DayOrder = "day-first" | "month-first";

/** The day order of a file in which some dates must start with the day and others with the month. */
const MIXED = "mixed";

const BY_NUMBERS = /^\s*(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4})\s*$/;
const MONTHS = 12;

const OPTIONS = [
  { value: "day-first", label: "Day first, 25/3/2014" },
  { value: "month-first", label: "Month first, 3/25/2014" },
] as const;

const WITH_MIXED = [
  { value: MIXED, label: "Both orders: dates that fit both orders are refused" },
  ...OPTIONS,
] as const;

type NumberDate = { text: string; row: number; first: number; second: number; year: string };

/**
 * Decides for all dates of a file together whether the day or the month comes first. A single date such as 25/3/2014
 * decides; if dates contradict one another, neither order is assumed. Returns null if no date is ambiguous.
 */
export function decideDayMonthOrder(
  cells: readonly CellWithRowNumber[],
  wanted: string | undefined,
): ImportFileDecision | null {
  const dates = cells.flatMap(readNumbers);
  if (dates.length === 0) return null;
  const dayFirst = dates.find(({ first, second }) => first > MONTHS && second <= MONTHS);
  const monthFirst = dates.find(({ first, second }) => second > MONTHS && first <= MONTHS);
  const only: DayOrder = monthFirst ? "month-first" : "day-first";
  const found = dayFirst && monthFirst ? MIXED : only;
  const options = found === MIXED ? WITH_MIXED : OPTIONS;
  const chosen = options.find(({ value }) => value === wanted)?.value;
  const value = chosen ?? found;
  const isOther = chosen !== undefined && chosen !== found;
  const evidence = isOther
    ? `You chose this. ${exampleOf(dates, value)}`.trim()
    : proofOf({ dates, dayFirst, monthFirst }, value);
  const decided = options.find((option) => option.value === value)?.label ?? "";
  return { name: "dates", value, decided, evidence, options };
}

type Proof = { dates: readonly NumberDate[]; dayFirst?: NumberDate; monthFirst?: NumberDate };

function proofOf({ dates, dayFirst, monthFirst }: Proof, order: DayOrder | typeof MIXED): string {
  const proof = dayFirst ?? monthFirst;
  const example = exampleOf(dates, order);
  if (dayFirst && monthFirst)
    return `Row ${dayFirst.row} has ${dayFirst.text} and row ${monthFirst.row} has ${monthFirst.text}. ${example}`.trim();
  if (!proof) return `No date has a number above 12, so the file does not show the order. ${example}`.trim();
  return example === ""
    ? `Row ${proof.row} has ${proof.text}.`
    : `Row ${proof.row} has ${proof.text}, so ${example.replace(/\.$/, "")}.`;
}

/** Returns an example such as `3/7/2014 in row 5 is 3 Jul 2014.` for a date that could be read in both ways. */
function exampleOf(dates: readonly NumberDate[], order: DayOrder | typeof MIXED): string {
  const open = dates.find(isAmbiguous);
  if (!open) return "";
  const is = order === MIXED ? "could be either" : `is ${formatDate(isoDay(open, order))}`;
  return `${open.text} in row ${open.row} ${is}.`;
}

function isAmbiguous({ first, second }: NumberDate): boolean {
  return first <= MONTHS && second <= MONTHS && first !== second;
}

function readNumbers({ text, row }: CellWithRowNumber): NumberDate[] {
  const [, first = "", , second = "", year = ""] = BY_NUMBERS.exec(text) ?? [];
  return year === "" ? [] : [{ text: text.trim(), row, first: Number(first), second: Number(second), year }];
}

function isoDay({ first, second, year }: NumberDate, order: DayOrder): string {
  const [day, month] = order === "day-first" ? [first, second] : [second, first];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/**
 * Rewrites a date whose month comes first as `2014-03-25`. In a file with both orders, an ambiguous date is refused.
 * Any other text is returned unchanged, for its field to check.
 */
export function normaliseDateOrder(cell: ImportFileCell, order: string | undefined): ImportFileCell {
  if (order !== "month-first" && order !== MIXED) return cell;
  const [date] = readNumbers({ ...cell, row: 0 });
  if (!date) return cell;
  if (order === MIXED) {
    const either = `this file has dates in both orders, so ${date.text} could be either: choose the order`;
    if (isAmbiguous(date)) return { ...cell, fault: cell.fault ?? either };
    if (date.second <= MONTHS || date.first > MONTHS) return cell;
  }
  const day = isoDay(date, "month-first");
  return isCalendarDay(day)
    ? { ...cell, text: day }
    : { ...cell, fault: cell.fault ?? `the month comes first in this file, so ${date.text} is not a date` };
}
