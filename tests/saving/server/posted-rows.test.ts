import { expect, test } from "vitest";
import { parseLeaveTo, parsePostedRecord, parsePostedRows } from "#saving/server/posted-rows.server.ts";

test("a form of many rows is read row by row, as it was typed", () => {
  const rows = parsePostedRows(
    formOf({ "base.17": "5", "mark.17": " 7,5 ", "base.18": "0", "mark.18": "", "criterion_3.18": "4" }),
  );

  expect(rows.map(({ row, base, texts }) => ({ row, base, texts: Object.fromEntries(texts) }))).toEqual([
    { row: "17", base: 5, texts: { mark: " 7,5 " } },
    { row: "18", base: 0, texts: { mark: "", criterion_3: "4" } },
  ]);
});

test.each([
  ["mine:9", 9, { mark: "72", application: "C" }],
  ["theirs:9", 9, { application: "C" }],
  ["", 5, { mark: "72", application: "C" }],
  ["mine:nine", 5, { mark: "72", application: "C" }],
])("a conflict about the mark, decided as %j, is of version %i and leaves %j", (choice, base, texts) => {
  const typed = { "mark.17": "72", "application.17": "C", "conflicting.17": "attendance mark" };
  const rows = parsePostedRows(formOf({ "base.17": "5", "choice.17": choice, ...typed }));

  expect(rows).toEqual([{ row: "17", base, texts: new Map(Object.entries(texts)) }]);
});

test("of a record alone on its page a box that was shown is posted, ticked or not; what was not shown is not", () => {
  const form = formOf({ base: "5", asthma: "Yes", "shown.asthma": "", "shown.tb": "", other: "x" });

  const posted = parsePostedRecord("17", form, ["asthma", "tb", "diabetes"]);

  expect(posted?.texts).toEqual(
    new Map([
      ["asthma", "Yes"],
      ["tb", ""],
    ]),
  );
});

test.each([
  ["base.17", "-1"],
  ["base.17", "x"],
  ["base.x", "1"],
  ["Base.17", "1"],
])("a row with %s = %s is no row", (name, value) => {
  expect(parsePostedRows(formOf({ [name]: value, "mark.17": "3" }))).toEqual([]);
});

test.each([
  ["/app/mark-sheet?search=De%20Silva", "/app/mark-sheet?search=De%20Silva"],
  ["/app/../..//evil.example", null],
  ["/app/..//evil.example/app", null],
  ["/app\\..\\evil", null],
  ["//evil.example/app", null],
  ["/application", null],
])("a form that was sent on the way to %j leads to %j", (go, path) => {
  expect(parseLeaveTo(formOf({ go }))).toBe(path);
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
