import { expect, test } from "vitest";
import { parseReportIntent, parseReportForm } from "#features/term-reports/report/submit-report.server.ts";

type Fields = [string, string][];

test.each<[string, Fields, object]>([
  ["what was typed", [["sessions_absent", " 6 "]], { sessions_absent: " 6 " }],
  ["an empty choice", [["promoted_to", ""]], { promoted_to: "" }],
  ["no empty teacher's comment", [["teacher_comment", " "]], {}],
  [
    "a comment that is cleared on purpose",
    [
      ["teacher_comment", ""],
      ["clear.teacher_comment", "yes"],
    ],
    { teacher_comment: "" },
  ],
  [
    "a comment that is cleared though it still stands there",
    [
      ["principal_comment", "Well."],
      ["clear.principal_comment", "yes"],
    ],
    { principal_comment: "" },
  ],
  ["no field that is cleared and is no comment", [["clear.respect", "yes"]], {}],
  ["an empty principal's comment", [["principal_comment", ""]], { principal_comment: "" }],
  ["no field that a report has not", [["signed_by", "1"]], {}],
])("a form says %s", (_what, fields, texts) => {
  const posted = parseReportForm("17", formOf([["base", "12"], ...fields]));

  expect(posted?.base).toBe(12);
  expect(Object.fromEntries(posted?.texts ?? [])).toEqual(texts);
});

test("who keeps the own value saves on the version that was decided about", () => {
  const posted = parseReportForm(
    "17",
    formOf([
      ["base", "12"],
      ["choice", "mine:15"],
      ["respect", "R"],
    ]),
  );

  expect(posted).toMatchObject({ base: 15, texts: new Map([["respect", "R"]]) });
});

test("who takes a colleague's value gives up that one only", () => {
  const fields: Fields = [
    ["base", "12"],
    ["choice", "theirs:15"],
    ["conflicting", "respect promoted_to"],
    ["respect", "R"],
    ["promoted_to", "Std 5"],
    ["punctual", "S"],
  ];

  const posted = parseReportForm("17", formOf(fields));

  expect(posted).toMatchObject({ base: 15, texts: new Map([["punctual", "S"]]) });
});

test.each<[string, Fields]>([
  ["none", []],
  ["an empty one", [["base", ""]]],
  ["no number", [["base", "x"]]],
  ["a negative one", [["base", "-1"]]],
])("a form without the version it was read at is not taken: %s", (_what, fields) => {
  expect(parseReportForm("17", formOf(fields))).toBeNull();
});

test.each([
  ["resubmit", "resubmit"],
  ["save-next", "save-next"],
  ["", "save"],
  ["sign", "save"],
])("the button '%s' means %s", (intent, expected) => {
  expect(parseReportIntent(formOf([["intent", intent]]))).toBe(expected);
});

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
