import { shortenedNumberFault } from "#domain/text/shortened-number.ts";
import { cleanText, UNKEPT } from "#domain/text/storable-text.ts";
import { formatDate } from "#domain/dates.ts";
import { fieldText, plainNote, SAME_COLUMN, type FieldKind, type Typed } from "./kind.ts";
import type { FieldValue } from "./value.ts";

/** A letter with all the marks that are kept. */
const MOST_UNITS = 6;

type TextLimits = { longest: number; lines?: "one" | "several" };

/** A text up to a number of characters; one that says nothing is empty in its column. */
export function text({ longest, lines = "one" }: TextLimits): FieldKind {
  const normalised = (value: string) => {
    const clean = cleanText(value);
    return normalisedText(lines === "one" ? clean.trim() : clean);
  };
  return {
    control: lines === "one" ? "line" : "text",
    keyboard: "text",
    longest,
    choices: [],
    typed: (typed) => ({ text: typed, value: typed.trim() === "" ? null : typed, note: null }),
    isTypable: () => true,
    fault: "",
    isPasteable: () => true,
    posted: normalised,
    normalise: (value) => (typeof value === "string" ? normalised(value) : value),
    refuse: (value) => textFault(value, { longest, lines }),
    words: fieldText,
    toColumn: (value) => value ?? "",
    fromColumn: (stored) => (stored === "" ? null : SAME_COLUMN.fromColumn(stored)),
  };
}

/** A number that somebody has, such as that of a birth certificate: letters may be in it, and zeros before it. */
export function code({ longest }: Pick<TextLimits, "longest">): FieldKind {
  const line = text({ longest });
  return {
    ...line,
    refuse: (value) => (value === null ? null : shortenedNumberFault(String(value))) ?? line.refuse(value),
  };
}

/** What people are called: one line with a letter of any script in it, one space between its words. */
export function personName({ longest }: Pick<TextLimits, "longest">): FieldKind {
  const line = text({ longest });
  const normalised = (value: string) =>
    composed(cleanText(value), longest).replaceAll(/\s+/g, " ").trim() || null;
  const isNamed = (value: FieldValue) => value === null || /\p{L}/u.test(String(value));
  return {
    ...line,
    posted: normalised,
    normalise: (value) => (typeof value === "string" ? normalised(value) : value),
    refuse: (value) => line.refuse(value) ?? (isNamed(value) ? null : "a name is written in letters"),
  };
}

/** To compose many marks takes minutes: what is too long however it is written is left to be refused. */
export function composed(value: string, longest: number): string {
  return value.length > longest * MOST_UNITS ? value : value.normalize("NFC");
}

function normalisedText(value: string): string | null {
  return value.trim() === "" ? null : value.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n");
}

function textFault(value: FieldValue, { longest, lines }: Required<TextLimits>): string | null {
  if (value === null) return null;
  if (typeof value !== "string") return "this is a text";
  if (lines === "one" && value.includes("\n")) return "this is one line";
  if (value.length > longest) return `${value.length} characters, ${longest} fit`;
  return UNKEPT.test(value) ? "it holds a character that cannot be kept" : null;
}

type Pattern = { longest: number; keyboard: FieldKind["keyboard"]; pattern: RegExp; reason: string };

/** A text of one form, or null. */
function patternText({ longest, keyboard, pattern, reason }: Pattern): FieldKind {
  const any = text({ longest });
  return {
    ...any,
    keyboard,
    refuse: (value) => any.refuse(value) ?? (value === null || pattern.test(String(value)) ? null : reason),
    ...SAME_COLUMN,
  };
}

const PHONE_DIGITS = 7;
const NO_DIGIT = "Enter 7 Digits only";

/** Before the seven digits that are typed (A5). */
export const PHONE_PREFIX = "1868";

/** Seven digits behind the country's 1868, which is print (A5). */
export const phone: FieldKind = {
  ...patternText({ longest: PHONE_DIGITS, keyboard: "tel", pattern: /^\d{7}$/, reason: "7 Digits Needed" }),
  prefix: PHONE_PREFIX,
  typed: typedDigits,
  isTypable: (characters) => /^\d*$/.test(characters),
  fault: NO_DIGIT,
  words: (value) => fieldText(value).replace(/^(\d{3})(\d{4})$/, "$1 $2"),
};

function typedDigits(text: string): Typed {
  const digits = text.replaceAll(/\D/g, "").slice(0, PHONE_DIGITS);
  return { text: digits, value: digits || null, note: digits === text ? null : plainNote(NO_DIGIT) };
}

/** The longest address that mail is delivered to (RFC 5321, 4.5.3.1.3: a path of 256 with its brackets). */
const LONGEST_ADDRESS = 254;

export const email = patternText({
  longest: LONGEST_ADDRESS,
  keyboard: "email",
  pattern: /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/,
  reason: "Invalid e-mail.",
});

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const LONGEST_DATE = 10;

/** A day of the calendar, `2026-11-20`. @param from the first that is taken, A5: 1950-01-01 @param to the last */
export function date({ from, to }: { from: string; to: string }): FieldKind {
  const iso = patternText({
    longest: LONGEST_DATE,
    keyboard: "text",
    pattern: ISO_DATE,
    reason: "a date is year, month and day",
  });
  return {
    ...iso,
    control: "date",
    fault: "Finish the date: day, month and year",
    days: { from, to },
    refuse: (value) => iso.refuse(value) ?? dayFault(value, { from, to }),
    words: (value) => (ISO_DATE.test(fieldText(value)) ? formatDate(fieldText(value)) : fieldText(value)),
  };
}

function dayFault(value: FieldValue, { from, to }: { from: string; to: string }): string | null {
  const [, year, month, day] = ISO_DATE.exec(fieldText(value)) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const found = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (found.toISOString().slice(0, LONGEST_DATE) !== value) return "there is no such day";
  return from <= value && value <= to ? null : `a date from ${from} to ${to}`;
}
