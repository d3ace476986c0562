import { formatDate } from "#domain/dates.ts";
import { isCalendarDay } from "#domain/paths.ts";
import { formatPrintedPhone, parsePhone, PHONE_PREFIX } from "#domain/text/phone.ts";
import { findDayFault, type DayRange, parseExistingDay } from "#domain/text/read-day.ts";
import { findExcelShortenedNumberFault } from "#domain/text/noun.ts";
import {
  removeInvisibleCharacters,
  UNSTORABLE_CHARACTERS,
  formatTooLong,
} from "#domain/text/storable-text.ts";
import {
  formatFieldText,
  createTypedInputNote,
  UNCHANGED_COLUMN,
  type FieldKind,
  type TypedInputNote,
} from "./kind.ts";
import type { FieldValue } from "./value.ts";

/** The maximum number of UTF-16 units in a letter with its accents. */
const MOST_UNITS = 6;

type TextLimits = { longest: number; lines?: "one" | "several" };

/** A text with a maximum length. A blank text is stored as "". */
export function textField({ longest, lines = "one" }: TextLimits): FieldKind {
  const normalised = (value: string) => {
    const clean = removeInvisibleCharacters(value);
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
    words: formatFieldText,
    toColumn: (value) => value ?? "",
    fromColumn: (stored) => (stored === "" ? null : UNCHANGED_COLUMN.fromColumn(stored)),
  };
}

/** An identification number, such as that of a birth certificate. It may contain letters and leading zeros. */
export function codeField({ longest }: Pick<TextLimits, "longest">): FieldKind {
  const line = textField({ longest });
  return {
    ...line,
    refuse: (value) =>
      (value === null ? null : findExcelShortenedNumberFault(String(value))) ?? line.refuse(value),
  };
}

/** A person's name on one line. It must contain a letter of any script. Single spaces separate the words. */
export function personNameField({ longest }: Pick<TextLimits, "longest">): FieldKind {
  const line = textField({ longest });
  const normalised = (value: string) =>
    composeAccentedLetters(removeInvisibleCharacters(value), longest).replaceAll(/\s+/g, " ").trim() || null;
  const isNamed = (value: FieldValue) => value === null || /\p{L}/u.test(String(value));
  return {
    ...line,
    posted: normalised,
    normalise: (value) => (typeof value === "string" ? normalised(value) : value),
    refuse: (value) => line.refuse(value) ?? (isNamed(value) ? null : "enter the name in letters"),
  };
}

/** Composes letters with accents. A text far over the limit is left unchanged, because composing may take minutes. */
export function composeAccentedLetters(value: string, longest: number): string {
  return value.length > longest * MOST_UNITS ? value : value.normalize("NFC");
}

/** Joins lines, because an address in a spreadsheet's cell may have several lines. */
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

function noteOf(fault: string | null): TypedInputNote | null {
  return fault === null ? null : createTypedInputNote(fault);
}

const PHONE_HINT = "Enter 7 Digits only";
const PHONE_CHARACTERS = /^[\d\s().+\p{Pd}\p{Cf}]*$/u;

/** A local phone number of seven digits, printed after 1868. Text that is not a number remains as it was typed. */
export const phoneField: FieldKind = {
  ...textField({ longest: 7 }),
  keyboard: "tel",
  prefix: PHONE_PREFIX,
  hint: PHONE_HINT,
  typed: (typed) => ({
    text: typed,
    value: postedPhone(typed),
    note: PHONE_CHARACTERS.test(typed) ? shortenedNote(typed) : createTypedInputNote(PHONE_HINT),
  }),
  isTypable: (characters) => PHONE_CHARACTERS.test(characters),
  fault: PHONE_HINT,
  posted: postedPhone,
  normalise: (value) => (typeof value === "string" ? postedPhone(value) : value),
  refuse: (value) =>
    value === null || isLocalNumber(value)
      ? null
      : (findExcelShortenedNumberFault(String(value)) ?? "7 Digits Needed"),
  words: localNumberWords,
  ...UNCHANGED_COLUMN,
};

/** Returns a note that a number typed with its area code is saved without it. */
function shortenedNote(typed: string): TypedInputNote | null {
  const digits = parsePhone(typed);
  if (digits === null || typed.replaceAll(/\D/g, "") === digits) return null;
  return createTypedInputNote(`${formatPrintedPhone(digits)} is saved as ${localNumberWords(digits)}`);
}

function localNumberWords(value: FieldValue): string {
  return formatFieldText(value).replace(/^(\d{3})(\d{4})$/, "$1 $2");
}

function postedPhone(text: string): string | null {
  return parsePhone(text) ?? (text.trim() || null);
}

function isLocalNumber(value: FieldValue): boolean {
  return typeof value === "string" && /^\d{7}$/.test(value);
}

/** The maximum length of an email address (RFC 5321, 4.5.3.1.3: a path of 256 characters with its brackets). */
const LONGEST_ADDRESS = 254;

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/;
const address = textField({ longest: LONGEST_ADDRESS });

export const emailField: FieldKind = {
  ...address,
  keyboard: "email",
  refuse: (value) =>
    address.refuse(value) ?? (value === null || ADDRESS.test(String(value)) ? null : "Invalid e-mail."),
  ...UNCHANGED_COLUMN,
};

/** A date, stored as `2026-11-20` however people type it. Text that is not a date remains as it was typed. */
export function dayField(days: DayRange): FieldKind {
  const line = textField({ longest: "2026-11-20".length });
  const posted = (typed: string) =>
    parseExistingDay(removeInvisibleCharacters(typed), days.isBirth ? days.to : undefined) ??
    line.posted(typed);
  return {
    ...line,
    posted,
    typed: (typed) => ({ text: typed, value: posted(typed), note: null }),
    control: "date",
    days,
    refuse: (value) => (value === null ? null : findDayFault(String(value), days)),
    words: (value) =>
      isCalendarDay(formatFieldText(value)) ? formatDate(formatFieldText(value)) : formatFieldText(value),
    ...UNCHANGED_COLUMN,
  };
}
