import { formatDate } from "#domain/dates.ts";
import { isDay } from "#domain/paths.ts";
import { PHONE_PREFIX, readPhone } from "#domain/text/phone.ts";
import { dayFault, type DayRange, typedDayIn } from "#domain/text/read-day.ts";
import { shortenedNumberFault } from "#domain/text/noun.ts";
import { cleanText, UNSTORABLE_CHARACTERS, formatTooLong } from "#domain/text/storable-text.ts";
import { fieldText, plainNote, SAME_COLUMN, type FieldKind, type Note } from "./kind.ts";
import type { FieldValue } from "./value.ts";

/** A letter with the most marks that are kept. */
const MOST_UNITS = 6;

type TextLimits = { longest: number; lines?: "one" | "several" };

/** A text up to a number of characters; a blank text is stored as an empty one. */
export function text({ longest, lines = "one" }: TextLimits): FieldKind {
  const normalised = (value: string) => {
    const clean = cleanText(value);
    return normalisedText(lines === "one" ? onOneLine(clean) : clean);
  };
  const lengthNote = (typed: string) => noteOf(lengthFault(normalised(typed) ?? "", longest));
  return {
    control: lines === "one" ? "line" : "text",
    keyboard: "text",
    choices: [],
    typed: (typed) => ({ text: typed, value: typed.trim() === "" ? null : typed, note: lengthNote(typed) }),
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

/** An identification number, such as that of a birth certificate, with letters and leading zeros. */
export function code({ longest }: Pick<TextLimits, "longest">): FieldKind {
  const line = text({ longest });
  return {
    ...line,
    refuse: (value) => (value === null ? null : shortenedNumberFault(String(value))) ?? line.refuse(value),
  };
}

/** A person's name: one line with a letter of any script in it, and single spaces between words. */
export function personName({ longest }: Pick<TextLimits, "longest">): FieldKind {
  const line = text({ longest });
  const normalised = (value: string) =>
    composed(cleanText(value), longest).replaceAll(/\s+/g, " ").trim() || null;
  const isNamed = (value: FieldValue) => value === null || /\p{L}/u.test(String(value));
  return {
    ...line,
    posted: normalised,
    normalise: (value) => (typeof value === "string" ? normalised(value) : value),
    refuse: (value) => line.refuse(value) ?? (isNamed(value) ? null : "enter the name in letters"),
  };
}

/** Composes letters, except in a text that is too long in any case, because many marks can take minutes. */
export function composed(value: string, longest: number): string {
  return value.length > longest * MOST_UNITS ? value : value.normalize("NFC");
}

/** A cell of a spreadsheet may break the line of an address. */
function onOneLine(value: string): string {
  const lines = value.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

function normalisedText(value: string): string | null {
  return value.trim() === "" ? null : value.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n");
}

function textFault(value: FieldValue, { longest, lines }: Required<TextLimits>): string | null {
  if (value === null) return null;
  if (typeof value !== "string") return "enter text";
  if (lines === "one" && value.includes("\n")) return "enter this on one line";
  return (
    lengthFault(value, longest) ??
    (UNSTORABLE_CHARACTERS.test(value) ? "remove the character that cannot be stored" : null)
  );
}

function lengthFault({ length }: string, longest: number): string | null {
  return length > longest ? formatTooLong(length, longest) : null;
}

function noteOf(fault: string | null): Note | null {
  return fault === null ? null : plainNote(fault);
}

const PHONE_HINT = "Enter 7 Digits only";
const PHONE_CHARACTERS = /^[\d\s().+\p{Pd}\p{Cf}]*$/u;

/** Seven digits, printed after the country's 1868. A text that is not a local number stays as it was typed. */
export const phone: FieldKind = {
  ...text({ longest: 7 }),
  keyboard: "tel",
  prefix: PHONE_PREFIX,
  hint: PHONE_HINT,
  typed: (typed) => ({
    text: typed,
    value: postedPhone(typed),
    note: PHONE_CHARACTERS.test(typed) ? null : plainNote(PHONE_HINT),
  }),
  isTypable: (characters) => PHONE_CHARACTERS.test(characters),
  fault: PHONE_HINT,
  posted: postedPhone,
  normalise: (value) => (typeof value === "string" ? postedPhone(value) : value),
  refuse: (value) =>
    value === null || isLocalNumber(value)
      ? null
      : (shortenedNumberFault(String(value)) ?? "7 Digits Needed"),
  words: (value) => fieldText(value).replace(/^(\d{3})(\d{4})$/, "$1 $2"),
  ...SAME_COLUMN,
};

function postedPhone(text: string): string | null {
  return readPhone(text) ?? (text.trim() || null);
}

function isLocalNumber(value: FieldValue): boolean {
  return typeof value === "string" && /^\d{7}$/.test(value);
}

/** The longest address that mail is delivered to (RFC 5321, 4.5.3.1.3: a path of 256 with its brackets). */
const LONGEST_ADDRESS = 254;

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;
const address = text({ longest: LONGEST_ADDRESS });

export const email: FieldKind = {
  ...address,
  keyboard: "email",
  refuse: (value) =>
    address.refuse(value) ?? (value === null || ADDRESS.test(String(value)) ? null : "Invalid e-mail."),
  ...SAME_COLUMN,
};

/** A day of the calendar, `2026-11-20`, however people write it. A text that is no day stays as it was typed. */
export function date(days: DayRange): FieldKind {
  const line = text({ longest: "2026-11-20".length });
  const posted = (typed: string) =>
    typedDayIn(cleanText(typed), days.isBirth ? days.to : undefined) ?? line.posted(typed);
  return {
    ...line,
    posted,
    typed: (typed) => ({ text: typed, value: posted(typed), note: null }),
    control: "date",
    days,
    refuse: (value) => (value === null ? null : dayFault(String(value), days)),
    words: (value) => (isDay(fieldText(value)) ? formatDate(fieldText(value)) : fieldText(value)),
    ...SAME_COLUMN,
  };
}
