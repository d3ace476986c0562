import { expect, test } from "vitest";
import {
  cutWords,
  insertedText,
  lengthLimit,
  typedText,
} from "#features/term-reports/report/record/field-text.rules.ts";

test.each([
  { field: "sessions_absent", text: "12", typed: { text: "12", value: 12, note: null } },
  { field: "sessions_absent", text: "", typed: { text: "", value: null, note: null } },
  {
    field: "sessions_late",
    text: "3x",
    typed: { text: "3", value: 3, note: "Sessions are a whole number" },
  },
  {
    field: "total_sessions",
    text: "1234",
    typed: { text: "123", value: 123, note: "Sessions are a whole number" },
  },
  { field: "project", text: "Merit ", typed: { text: "Merit ", value: "Merit ", note: null } },
  { field: "teacher_comment", text: " \n ", typed: { text: " \n ", value: null, note: null } },
])("typing '$text' into $field comes to $typed.value", ({ field, text, typed }) => {
  const made = typedText(field, text);

  expect(made).toEqual(typed);
});

test.each([
  { field: "teacher_comment", limit: 400 },
  { field: "principal_comment", limit: 100 },
  { field: "participation", limit: 20 },
  { field: "sessions_late", limit: 3 },
])("$field ends at $limit characters", ({ field, limit }) => {
  expect(lengthLimit(field)).toBe(limit);
});

test("a text that is put in and fits is not remarked on; a longer one says how much of it went in", () => {
  const fitting = cutWords("principal_comment", { text: "ten\r\nlines", room: 9 });
  const cut = cutWords("principal_comment", { text: "x".repeat(30), room: 12 });

  expect(fitting).toBeNull();
  expect(cut).toBe("12 of the 30 characters fit: the rest was left out");
});

test.each([
  { value: "", at: [0, 0], text: "A pleasure.", cursor: 11 },
  { value: "She reads.", at: [10, 10], text: "She reads. A pleasure.", cursor: 22 },
  { value: "She reads. And writes.", at: [10, 10], text: "She reads. A pleasure. And writes.", cursor: 22 },
  { value: "One two three", at: [4, 7], text: "One A pleasure. three", cursor: 15 },
])("a phrase put into '$value' makes '$text'", ({ value, at, text, cursor }) => {
  const [selectionStart = 0, selectionEnd = 0] = at;

  const made = insertedText({ value, selectionStart, selectionEnd }, "A pleasure.");

  expect(made).toEqual({ text, cursor });
});
