import { expect, test } from "vitest";
import { criterionGrade, grade, ratingLetter, yesOrNo } from "#fields/choices.ts";
import type { FieldKind } from "#fields/kind.ts";
import { mark, wholeNumber } from "#fields/numbers.ts";
import { text } from "#fields/texts.ts";
import type { FieldValue } from "#fields/value.ts";

const KINDS = {
  mark: mark(100),
  "mark of 37.5": mark(37.5),
  grade,
  rating: ratingLetter,
  criterion: criterionGrade,
  sessions: wholeNumber({ most: 400, of: "sessions" }),
  line: text({ longest: 20 }),
  comment: text({ longest: 400, lines: "several" }),
  answer: yesOrNo("promotion progress"),
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
  { kind: "mark", typed: "72.559", text: "72.55", value: 72.55 },
  { kind: "mark", typed: "7.2.5", text: "7.25", value: 7.25 },
  { kind: "mark", typed: "-5", text: "", value: null, note: "Figures only" },
  { kind: "mark", typed: "-5", before: 64, text: "64", value: 64, note: "Figures only" },
  { kind: "mark", typed: "72/100", before: 64, text: "64", value: 64, note: "Figures only" },
  { kind: "mark", typed: " 64 ", text: "64", value: 64 },
  { kind: "mark", typed: ".", before: 64, text: ".", value: null },
  { kind: "mark", typed: "", before: 64, text: "", value: null },
  { kind: "mark", typed: "abc", before: 64, text: "64", value: 64, note: "Figures only" },
  {
    kind: "mark of 37.5",
    typed: "38",
    text: "37.5",
    value: 37.5,
    note: "38 is more than 37.5: 37.5 was entered",
    isOther: true,
  },
  { kind: "grade", typed: "b", text: "B", value: "B" },
  { kind: "grade", typed: "E", before: "A", text: "A", value: "A", note: "A, B, C, D or R only" },
  { kind: "rating", typed: "s", text: "S", value: "S" },
  { kind: "rating", typed: "A", text: "", value: null, note: "C, S or R only" },
  { kind: "criterion", typed: "4", text: "4", value: 4 },
  { kind: "criterion", typed: "6", before: 4, text: "4", value: 4, note: "1, 2, 3, 4 or 5 only" },
  { kind: "sessions", typed: "12", text: "12", value: 12 },
  { kind: "sessions", typed: "", text: "", value: null },
  { kind: "sessions", typed: "3x", text: "3", value: 3, note: "Sessions are a whole number" },
  { kind: "sessions", typed: "1234", text: "123", value: 123, note: "Sessions are a whole number" },
  { kind: "line", typed: "Merit ", text: "Merit ", value: "Merit " },
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
  { kind: "mark", key: "-", typable: false },
  { kind: "grade", key: "r", typable: true },
  { kind: "grade", key: "5", typable: false },
  { kind: "criterion", key: "5", typable: true },
  { kind: "criterion", key: "0", typable: false },
])("the key $key has a place in a field of the kind $kind: $typable", ({ kind, key, typable }) => {
  expect(KINDS[kind].isTypable(key)).toBe(typable);
});

test.each<{ kind: Kind; text: string; fits: boolean }>([
  { kind: "mark", text: "72", fits: true },
  { kind: "mark", text: "72,5", fits: true },
  { kind: "mark", text: ".5", fits: true },
  { kind: "mark", text: "-5", fits: false },
  { kind: "mark", text: "72/100", fits: false },
  { kind: "mark", text: "72 %", fits: false },
  { kind: "mark", text: "1,000", fits: false },
  { kind: "mark", text: "65 72", fits: false },
  { kind: "mark", text: ".", fits: false },
  { kind: "grade", text: "b", fits: true },
  { kind: "grade", text: "B+", fits: false },
])("$text can be pasted into a field of the kind $kind: $fits", ({ kind, text: pasted, fits }) => {
  expect(KINDS[kind].isPasteable(pasted)).toBe(fits);
});

test.each<{ kind: Kind; longest: number }>([
  { kind: "comment", longest: 400 },
  { kind: "line", longest: 20 },
  { kind: "sessions", longest: 3 },
])("a field of the kind $kind ends at $longest characters", ({ kind, longest }) => {
  expect(KINDS[kind].longest).toBe(longest);
});
