import { UNKEPT } from "#domain/storable-text.ts";
import { fieldText, type FieldKind } from "./kind.ts";
import type { FieldValue } from "./value.ts";

type TextLimits = { longest: number; lines?: "one" | "several" };

/** A text up to a number of characters. */
export function text({ longest, lines = "one" }: TextLimits): FieldKind {
  return {
    control: lines === "one" ? "line" : "text",
    keyboard: "text",
    longest,
    choices: [],
    typed: (typed) => ({ text: typed, value: typed.trim() === "" ? null : typed, note: null }),
    isTypable: () => true,
    fault: "",
    isPasteable: () => true,
    posted: normalisedText,
    normalise: (value) => (typeof value === "string" ? normalisedText(value) : value),
    refuse: (value) => textFault(value, { longest, lines }),
    words: fieldText,
  };
}

function normalisedText(value: string): string | null {
  return value.trim() === "" ? null : value.replaceAll(/\r\n?/g, "\n");
}

function textFault(value: FieldValue, { longest, lines }: Required<TextLimits>): string | null {
  if (value === null) return null;
  if (typeof value !== "string") return "this is a text";
  if (lines === "one" && value.includes("\n")) return "this is one line";
  if (value.length > longest) return `${value.length} characters, ${longest} fit`;
  return UNKEPT.test(value) ? "it holds a character that cannot be kept" : null;
}

type Pattern = { longest: number; keyboard: FieldKind["keyboard"]; pattern: RegExp; reason: string };

/** A text of one form. */
function patternText({ longest, keyboard, pattern, reason }: Pattern): FieldKind {
  const any = text({ longest });
  return {
    ...any,
    keyboard,
    posted: (posted) => normalisedText(posted.trim()),
    refuse: (value) => any.refuse(value) ?? (value === null || pattern.test(String(value)) ? null : reason),
  };
}

/** Seven digits behind the country's 1868, which is print (A5). */
export const phone: FieldKind = {
  ...patternText({ longest: 7, keyboard: "tel", pattern: /^\d{7}$/, reason: "7 Digits Needed" }),
  isTypable: (characters) => /^\d*$/.test(characters),
  fault: "Enter 7 Digits only",
};

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
  return { ...iso, refuse: (value) => iso.refuse(value) ?? dayFault(value, { from, to }) };
}

function dayFault(value: FieldValue, { from, to }: { from: string; to: string }): string | null {
  const [, year, month, day] = ISO_DATE.exec(fieldText(value)) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const found = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (found.toISOString().slice(0, LONGEST_DATE) !== value) return "there is no such day";
  return from <= value && value <= to ? null : `a date from ${from} to ${to}`;
}
