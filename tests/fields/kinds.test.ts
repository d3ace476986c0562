import { expect, test } from "vitest";
import { gradeLetters, DEFAULT_GRADING } from "#domain/grading.ts";
import {
  criterionGradeField,
  tickBoxField,
  gradeField,
  lookUpField,
  fixedChoiceField,
  ratingField,
  ratingLetterField,
  yesOrNoField,
} from "#fields/choices.ts";
import { formatValue, type FieldKind } from "#fields/kind.ts";
import { limitedMarkField, wholeNumberField } from "#fields/numbers.ts";
import { codeField, dayField, emailField, personNameField, phoneField, textField } from "#fields/texts.ts";
import type { ColumnValue, FieldValue } from "#fields/value.ts";

const grade = gradeField(gradeLetters(DEFAULT_GRADING));

const sessions = wholeNumberField({ most: 400 });
const line = textField({ longest: 20 });
const comment = textField({ longest: 400, lines: "several" });
const name = personNameField({ longest: 60 });
const birthDate = dayField({ from: "1950-01-01", to: "2026-11-20" });
const house = fixedChoiceField(["Ibis", "Poui"], "not a house of this school");

test.each<[string, FieldKind, string, FieldValue]>([
  ["a mark", limitedMarkField(100), " 7,5 ", 7.5],
  ["a mark that is none", limitedMarkField(100), "seventy", "seventy"],
  ["no mark", limitedMarkField(100), " ", null],
  ["sessions", sessions, " 6 ", 6],
  ["sessions in words", sessions, "six", "six"],
  ["half a session", sessions, "1.5", "1.5"],
  ["sessions below none", sessions, "-5", -5],
  ["a mark below none", limitedMarkField(100), "-5", -5],
  ["a mark with an exponent", limitedMarkField(100), "1e2", "1e2"],
  ["a mark out of something", limitedMarkField(100), "72/100", "72/100"],
  ["a line end", comment, "a\r\nb", "a\nb"],
  ["spaces", line, "  ", null],
  ["a criterion's grade", criterionGradeField, "4", 4],
  ["a letter", grade, "B", "B"],
  ["a box that is ticked", tickBoxField, "Yes", "Yes"],
  ["a box that is not", tickBoxField, "", null],
  ["a phone number", phoneField, " 5550127 ", "5550127"],
  ["a phone number with its area code", phoneField, "868-765-4321", "7654321"],
  ["a phone number that is none", phoneField, " 555-012 ", "555-012"],
  ["a phone number with a mark of direction", phoneField, "\u200e5550127\u200b", "5550127"],
  [
    "a name with a zero-width space and a soft hyphen",
    name,
    "Zero\u200bWidth-Al\u00adexis",
    "ZeroWidth-Alexis",
  ],
  ["a name with a fixed space", name, "De\u00a0la\u202fBastide", "De la Bastide"],
  ["a line that begins with a byte order mark", line, "\ufeffArima", "Arima"],
  ["a line of nothing that is seen", line, "\u200b\u00a0\u2060", null],
  ["a comment of fixed spaces", comment, "works\u00a0very\u00a0hard", "works very hard"],
  ["a comment with a line separator", comment, "works\u2028hard", "works\nhard"],
  ["an e-mail address from a web page", emailField, "a.george\u200b@moe.gov.tt", "a.george@moe.gov.tt"],
  ["a joiner between plain letters", name, "Ann\u200da\u200c", "Anna"],
  ["a joiner that a Hindi name is spelled with", name, "शक्\u200dति", "शक्\u200dति"],
  ["an emoji of several people", comment, "👩\u200d👧 and 🏳\ufe0f\u200d🌈", "👩\u200d👧 and 🏳\ufe0f\u200d🌈"],
  ["a joiner behind an emoji alone", comment, "👍🏽\u200d!", "👍🏽!"],
])("a form without script posts %s", (_what, kind, posted, value) => {
  expect(kind.posted(posted)).toBe(value);
});

test.each<[string, FieldKind, FieldValue, ColumnValue]>([
  ["a mark", limitedMarkField(100), 7.5, 7.5],
  ["no mark", limitedMarkField(100), null, null],
  ["sessions", sessions, 0, 0],
  ["a text", comment, "a\nb", "a\nb"],
  ["a text that says nothing", line, null, ""],
  ["no phone number", phoneField, null, null],
  ["no e-mail", emailField, null, null],
  ["no date", birthDate, null, null],
  ["yes", yesOrNoField("promotion progress"), "Yes", true],
  ["no", yesOrNoField("promotion progress"), "No", false],
  ["neither yes nor no", yesOrNoField("promotion progress"), null, null],
  ["a box that is ticked", tickBoxField, "Yes", true],
  ["a box that is not", tickBoxField, null, false],
  ["one of the school's list", house, "Poui", "Poui"],
])("%s goes into its column and back", (_what, kind, value, column) => {
  const stored = kind.toColumn(value);

  expect(stored).toBe(column);
  expect(stored === null ? null : kind.fromColumn(stored)).toBe(value);
});

test.each<[FieldKind, FieldValue, string | null]>([
  [limitedMarkField(60), 60, null],
  [limitedMarkField(60), 60.01, "the mark must be from 0 to 60"],
  [limitedMarkField(60), 1.005, "enter the mark with at most two decimals"],
  [limitedMarkField(60), "seven", "enter the mark as a number"],
  [limitedMarkField(60), "1e2", "enter the mark as a number"],
  [limitedMarkField(60), -5, "the mark must be from 0 to 60"],
  [sessions, 400, null],
  [sessions, 401, "Enter a whole number from 0 to 400"],
  [sessions, 1.5, "Enter a whole number from 0 to 400"],
  [sessions, "1.5", "Enter a whole number from 0 to 400"],
  [sessions, "abc", "Enter a whole number from 0 to 400"],
  [sessions, -5, "Enter a whole number from 0 to 400"],
  [line, "x".repeat(21), "1 character too many: use at most 20"],
  [line, "a\nb", "enter this on one line"],
  [line, 3, "enter text"],
  [comment, "a\nb", null],
  [comment, "a\u0000b", "remove the character that cannot be stored"],
  [comment, "a\u202Eb", "remove the character that cannot be stored"],
  [line, "O\u0092Brien", "remove the character that cannot be stored"],
  [name, "Ann\u007f", "remove the character that cannot be stored"],
  [comment, "a\u2066b", "remove the character that cannot be stored"],
  [comment, `a${"\u0301".repeat(5)}`, "remove the character that cannot be stored"],
  [comment, `a${"\u0301".repeat(4)}`, null],
  [grade, "E", "enter one of the grades A, B, C, D, R"],
  [ratingField, "A", "enter C, S or R"],
  [yesOrNoField("promotion progress"), "Maybe", "promotion progress must be Yes or No"],
  [criterionGradeField, 6, "enter a grade from 1 to 5"],
  [criterionGradeField, "4", "enter a grade from 1 to 5"],
  [house, "Poui", null],
  [house, "Immortelle", "not a house of this school"],
  [tickBoxField, "No", "enter Yes or No"],
  [phoneField, "5550127", null],
  [phoneField, "555012", "7 Digits Needed"],
  [phoneField, "555-0127", "7 Digits Needed"],
  [phoneField, "18685550127", "7 Digits Needed"],
  [phoneField, "5".repeat(8), "7 Digits Needed"],
  [phoneField, 5_550_127, "7 Digits Needed"],
  [codeField({ longest: 20 }), "00123456789", null],
  [codeField({ longest: 20 }), "SR-1E5", null],
  [codeField({ longest: 20 }), "2.01902E+11", expect.stringMatching(/^Excel shortened this number/)],
  [line, "a\ufffdb", "remove the character that cannot be stored"],
  [emailField, "a.george@moe.gov.tt", null],
  [emailField, "a george@moe", "Invalid e-mail."],
  [birthDate, "2016-02-29", null],
  [birthDate, "2017-02-29", "There is no 29 February 2017. Enter a date, like 7 September 2026"],
  [birthDate, "2017-13-01", "There is no month 13. Enter a date, like 7 September 2026"],
  [birthDate, "Monday 7 September 2026", "Enter a date, like 7 September 2026"],
  [birthDate, "1949-12-31", "Enter a date between 1 Jan 1950 and 20 Nov 2026"],
  [birthDate, "2099-01-01", "Enter a date between 1 Jan 1950 and 20 Nov 2026"],
  [birthDate, "1/2/2016", "Enter a date, like 7 September 2026"],
])("%# of what a field refuses", (kind, value, reason) => {
  expect(kind.refuse(value)).toEqual(reason);
});

test.each<[FieldKind, FieldValue, string]>([
  [limitedMarkField(100), 7.5, "7.5"],
  [grade, "B", "B"],
  [lookUpField(new Map([[3, "Ibis"]]), "not a house of this school"), 3, "Ibis"],
  [lookUpField(new Map([[3, "Ibis"]]), "not a house of this school"), 4, "4"],
  [birthDate, "2016-02-29", "29 Feb 2016"],
  [birthDate, "2016", "2016"],
  [phoneField, "5550127", "555 0127"],
  [tickBoxField, "Yes", "Yes"],
  [tickBoxField, null, "No"],
  [emailField, null, "blank"],
])("%# of what a screen calls a value", (kind, value, words) => {
  expect(formatValue(kind, value, "blank")).toBe(words);
});

test("every kind takes what it holds when nothing is entered", () => {
  const kinds = [
    limitedMarkField(100),
    sessions,
    line,
    comment,
    grade,
    ratingField,
    tickBoxField,
    house,
    phoneField,
    emailField,
    birthDate,
  ];

  expect(kinds.map((kind) => kind.refuse(null))).toEqual(kinds.map(() => null));
});

const TWENTY = "Most punctual of all";

const KINDS = {
  mark: limitedMarkField(100),
  "mark of 37.5": limitedMarkField(37.5),
  grade,
  rating: ratingLetterField,
  criterion: criterionGradeField,
  sessions: wholeNumberField({ most: 400 }),
  line: textField({ longest: 20 }),
  comment: textField({ longest: 400, lines: "several" }),
  answer: yesOrNoField("promotion progress"),
  phone: phoneField,
  box: tickBoxField,
} satisfies Record<string, FieldKind>;

type Kind = keyof typeof KINDS;

test.each<{
  kind: Kind;
  typed: string;
  before?: FieldValue;
  text: string;
  value: FieldValue;
  note?: string;
  isOther?: boolean;
}>([
  { kind: "mark", typed: "72", text: "72", value: 72 },
  { kind: "mark", typed: "0", text: "0", value: 0 },
  { kind: "mark", typed: "100", text: "100", value: 100 },
  {
    kind: "mark",
    typed: "101",
    text: "100",
    value: 100,
    note: "101 is more than 100: 100 was entered",
    isOther: true,
  },
  { kind: "mark", typed: "72,5", text: "72.5", value: 72.5 },
  { kind: "mark", typed: "72.559", text: "72.559", value: 72.559 },
  { kind: "mark", typed: "7.2.5", text: "7.2.5", value: "7.2.5", note: "Numbers only" },
  {
    kind: "mark",
    typed: "-5",
    text: "0",
    value: 0,
    note: "-5 is less than 0: 0 was entered",
    isOther: true,
  },
  { kind: "mark", typed: "-", before: 64, text: "-", value: "-" },
  { kind: "mark", typed: "1e2", text: "1e2", value: "1e2", note: "Numbers only" },
  { kind: "mark", typed: "72/100", before: 64, text: "72/100", value: "72/100", note: "Numbers only" },
  { kind: "mark", typed: " 64 ", text: "64", value: 64 },
  { kind: "mark", typed: ".", before: 64, text: ".", value: "." },
  { kind: "mark", typed: "", before: 64, text: "", value: null },
  { kind: "mark", typed: "abc", before: 64, text: "abc", value: "abc", note: "Numbers only" },
  {
    kind: "mark of 37.5",
    typed: "38",
    text: "37.5",
    value: 37.5,
    note: "38 is more than 37.5: 37.5 was entered",
    isOther: true,
  },
  { kind: "grade", typed: "b", text: "B", value: "B" },
  { kind: "phone", typed: "555-0127", text: "555-0127", value: "5550127" },
  {
    kind: "phone",
    typed: "+1 (868) 555-0127",
    text: "+1 (868) 555-0127",
    value: "5550127",
    note: "868 555 0127 is saved as 555 0127",
  },
  { kind: "phone", typed: "04125550127", text: "04125550127", value: "04125550127" },
  { kind: "phone", typed: "555O127", text: "555O127", value: "555O127", note: "Enter 7 Digits only" },
  { kind: "phone", typed: "555", text: "555", value: "555" },
  { kind: "box", typed: "Yes", text: "Yes", value: "Yes" },
  { kind: "box", typed: "", text: "", value: null },
  { kind: "grade", typed: "E", before: "A", text: "A", value: "A", note: "A, B, C, D or R only" },
  { kind: "rating", typed: "s", text: "S", value: "S" },
  { kind: "rating", typed: "A", text: "", value: null, note: "C, S or R only" },
  { kind: "criterion", typed: "4", text: "4", value: 4 },
  { kind: "criterion", typed: "6", before: 4, text: "4", value: 4, note: "1, 2, 3, 4 or 5 only" },
  { kind: "sessions", typed: "12", text: "12", value: 12 },
  { kind: "sessions", typed: "", text: "", value: null },
  { kind: "sessions", typed: "3x", text: "3x", value: "3x", note: "Whole numbers only" },
  { kind: "sessions", typed: "1.5", text: "1.5", value: "1.5", note: "Whole numbers only" },
  { kind: "sessions", typed: "1234", text: "1234", value: 1234 },
  { kind: "sessions", typed: "-5", text: "-5", value: -5 },
  { kind: "line", typed: "Merit ", text: "Merit ", value: "Merit " },
  { kind: "line", typed: ` ${TWENTY} `, text: ` ${TWENTY} `, value: ` ${TWENTY} ` },
  {
    kind: "line",
    typed: `${TWENTY}mn`,
    text: `${TWENTY}mn`,
    value: `${TWENTY}mn`,
    note: "2 characters too many: use at most 20",
  },
  { kind: "comment", typed: " \n ", text: " \n ", value: null },
  { kind: "answer", typed: "Yes", text: "Yes", value: "Yes" },
  { kind: "answer", typed: "", before: "Yes", text: "", value: null },
])(
  "$typed in a field of the kind $kind becomes $text",
  ({ kind, typed, before = null, text: left, value, note = null, isOther = false }) => {
    const made = KINDS[kind].typed(typed, before);

    expect(made).toEqual({ text: left, value, note: note && { words: note, isOther } });
  },
);

test.each<{ kind: Kind; key: string; typable: boolean }>([
  { kind: "mark", key: "7", typable: true },
  { kind: "mark", key: ",", typable: true },
  { kind: "mark", key: "e", typable: false },
  { kind: "mark", key: "-", typable: true },
  { kind: "grade", key: "r", typable: true },
  { kind: "grade", key: "5", typable: false },
  { kind: "criterion", key: "5", typable: true },
  { kind: "criterion", key: "0", typable: false },
])("the key $key has a place in a field of the kind $kind: $typable", ({ kind, key, typable }) => {
  expect(KINDS[kind].isTypable(key)).toBe(typable);
});

test.each<{ kind: Kind; text: string; fits: boolean }>([
  { kind: "mark", text: "72", fits: true },
  { kind: "mark", text: "72/100", fits: true },
  { kind: "grade", text: "b", fits: true },
  { kind: "grade", text: "B+", fits: false },
])("$text can be pasted into a field of the kind $kind: $fits", ({ kind, text: pasted, fits }) => {
  expect(KINDS[kind].isPasteable(pasted)).toBe(fits);
});
