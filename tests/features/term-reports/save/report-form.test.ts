import { expect, test } from "vitest";
import { intentOf, postedReport } from "#features/term-reports/save/report-form.server.ts";
import { readReason, readReviewedReports } from "#features/term-reports/sign/dialogs.schema.server.ts";

type Fields = [string, string][];

test.each<[string, Fields, object]>([
  ["numbers", [["sessions_absent", " 6 "]], { sessions_absent: 6 }],
  ["what is no number as typed", [["sessions_absent", "six"]], { sessions_absent: "six" }],
  ["an empty choice as nothing", [["promoted_to", ""]], { promoted_to: null }],
  ["one character for a line end", [["teacher_comment", "a\r\nb"]], { teacher_comment: "a\nb" }],
  ["no empty teacher's comment (T5)", [["teacher_comment", " "]], {}],
  [
    "a comment that is cleared on purpose",
    [
      ["teacher_comment", ""],
      ["clear", "teacher_comment"],
    ],
    { teacher_comment: null },
  ],
  [
    "a comment that is cleared though it still stands there",
    [
      ["principal_comment", "Well."],
      ["clear", "principal_comment"],
    ],
    { principal_comment: null },
  ],
  ["no field that is cleared and is no comment", [["clear", "respect"]], {}],
  ["an empty principal's comment as nothing", [["principal_comment", ""]], { principal_comment: null }],
  ["no field that a report has not", [["signed_by", "1"]], {}],
])("a form says %s", (_what, fields, values) => {
  const posted = postedReport(formOf([["base", "12"], ...fields]));

  expect(posted).toEqual({ base: 12, values });
});

test("who keeps the own value saves on the version that was decided about", () => {
  const posted = postedReport(
    formOf([
      ["base", "12"],
      ["choice", "mine:15"],
      ["respect", "R"],
    ]),
  );

  expect(posted).toEqual({ base: 15, values: { respect: "R" } });
});

test("who takes a colleague's value gives up that one only", () => {
  const fields: Fields = [
    ["base", "12"],
    ["choice", "theirs:15"],
    ["conflicting", "respect"],
    ["respect", "R"],
    ["punctual", "S"],
  ];

  const posted = postedReport(formOf(fields));

  expect(posted).toEqual({ base: 15, values: { punctual: "S" } });
});

test.each<[string, Fields]>([
  ["none", []],
  ["an empty one", [["base", ""]]],
  ["no number", [["base", "x"]]],
  ["a negative one", [["base", "-1"]]],
])("a form without the version it was read at is not taken: %s", (_what, fields) => {
  expect(postedReport(formOf(fields))).toBeNull();
});

test.each([
  ["resubmit", "resubmit"],
  ["save-next", "save-next"],
  ["", "save"],
  ["sign", "save"],
])("the button '%s' means %s", (intent, expected) => {
  expect(intentOf(formOf([["intent", intent]]))).toBe(expected);
});

test("what was looked at comes back by student; anything else is left out", () => {
  const print = "a".repeat(64);
  const form = formOf([
    [`seen.17`, print],
    ["seen.x", print],
    ["seen.18", "short"],
    ["other", print],
  ]);

  expect(readReviewedReports(form)).toEqual([{ studentKey: 17, fingerprint: print }]);
});

test("a reason is trimmed", () => {
  expect(readReason(formOf([["reason", " Look\r\nagain. "]]))).toBe("Look\nagain.");
});

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
