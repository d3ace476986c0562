import { expect, test } from "vitest";
import { criterionGrade, flag, grade, lookUp, rating, ratingLetter, yesOrNo } from "#fields/choices.ts";
import type { FieldKind } from "#fields/kind.ts";
import { mark, wholeNumber } from "#fields/numbers.ts";
import { date, email, phone, text } from "#fields/texts.ts";
import type { FieldValue } from "#fields/value.ts";

const sessions = wholeNumber({ most: 400, of: "sessions" });
const line = text({ longest: 20 });
const comment = text({ longest: 400, lines: "several" });
const birthDate = date({ from: "1950-01-01", to: "2026-11-20" });
const house = lookUp(["Ibis", "Poui"], "not a house of this school");

test.each<[string, FieldKind, string, FieldValue]>([
  ["a mark", mark(100), " 7,5 ", 7.5],
  ["a mark that is none", mark(100), "seventy", "seventy"],
  ["no mark", mark(100), " ", null],
  ["sessions", sessions, " 6 ", 6],
  ["sessions in words", sessions, "six", "six"],
  ["a line end", comment, "a\r\nb", "a\nb"],
  ["spaces", line, "  ", null],
  ["a criterion's grade", criterionGrade, "4", 4],
  ["a letter", grade, "B", "B"],
  ["a box that is ticked", flag, "Yes", "Yes"],
  ["a box that is not", flag, "", null],
  ["a phone number", phone, " 5550127 ", "5550127"],
])("a form without script posts %s", (_what, kind, posted, value) => {
  expect(kind.posted(posted)).toBe(value);
});

test.each<[FieldKind, FieldValue, string | null]>([
  [mark(60), 60, null],
  [mark(60), 60.01, "the mark must be from 0 to 60"],
  [mark(60), 1.005, "a mark has two decimals at most"],
  [mark(60), "seven", "a mark is a number"],
  [sessions, 400, null],
  [sessions, 401, "sessions are from 0 to 400"],
  [sessions, 1.5, "sessions are a whole number"],
  [line, "x".repeat(21), "21 characters, 20 fit"],
  [line, "a\nb", "this is one line"],
  [line, 3, "this is a text"],
  [comment, "a\nb", null],
  [comment, "a\u0000b", "it holds a character that cannot be kept"],
  [grade, "E", "a grade is one of A, B, C, D, R"],
  [rating, "A", "a rating is C, S or R"],
  [yesOrNo("promotion progress"), "Maybe", "promotion progress is Yes or No"],
  [criterionGrade, 6, "a criterion's grade is a number from 1 to 5"],
  [criterionGrade, "4", "a criterion's grade is a number from 1 to 5"],
  [house, "Poui", null],
  [house, "Immortelle", "not a house of this school"],
  [flag, "No", "a box is ticked or not"],
  [phone, "5550127", null],
  [phone, "555012", "7 Digits Needed"],
  [phone, "555-0127", "8 characters, 7 fit"],
  [email, "a.george@moe.gov.tt", null],
  [email, "a george@moe", "Invalid e-mail."],
  [birthDate, "2016-02-29", null],
  [birthDate, "2017-02-29", "there is no such day"],
  [birthDate, "1949-12-31", "a date from 1950-01-01 to 2026-11-20"],
  [birthDate, "2099-01-01", "a date from 1950-01-01 to 2026-11-20"],
  [birthDate, "1/2/2016", "a date is year, month and day"],
])("%# of what a field refuses", (kind, value, reason) => {
  expect(kind.refuse(value)).toBe(reason);
});

test.each<[FieldKind, string, FieldValue, string, FieldValue]>([
  [mark(100), "7,255", null, "7.25", 7.25],
  [mark(100), "150", null, "100", 100],
  [mark(100), "x", 64, "64", 64],
  [ratingLetter, "cs", null, "S", "S"],
  [ratingLetter, "x", "C", "C", "C"],
  [criterionGrade, "6", 3, "3", 3],
  [sessions, "1a2", null, "12", 12],
  [comment, " ", "Well.", " ", null],
])("%# of what typing leaves in a field", (kind, typed, before, left, value) => {
  expect(kind.typed(typed, before)).toMatchObject({ text: left, value });
});

test("every kind takes what it holds when nothing is entered", () => {
  const kinds = [mark(100), sessions, line, comment, grade, rating, flag, house, phone, email, birthDate];

  expect(kinds.map((kind) => kind.refuse(null))).toEqual(kinds.map(() => null));
});
