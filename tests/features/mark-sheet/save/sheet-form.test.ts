import { expect, test } from "vitest";
import { postedRows } from "#features/mark-sheet/save/sheet-form.server.ts";

test("a sheet's form is read row by row, numbers as numbers, empty fields as nothing", () => {
  const form = formOf({
    "base.17": "5",
    "mark.17": " 7,5 ",
    "attendance.17": "1",
    "base.18": "0",
    "mark.18": "",
    "attendance.18": "2",
    "criterion_3.18": "4",
    "application.18": "C",
  });

  const rows = postedRows(form);

  expect(rows).toEqual([
    { row: "17", base: 5, values: { mark: 7.5, attendance: 1 } },
    { row: "18", base: 0, values: { mark: null, attendance: 2, criterion_3: 4, application: "C" } },
  ]);
});

test("what cannot be read as a number stays as typed, to be refused in words", () => {
  const rows = postedRows(formOf({ "base.17": "5", "mark.17": "seventy" }));

  expect(rows).toEqual([{ row: "17", base: 5, values: { mark: "seventy" } }]);
});

test.each([
  ["mine:9", [{ row: "17", base: 9, values: { mark: 72 } }]],
  ["theirs:9", []],
  ["", [{ row: "17", base: 5, values: { mark: 72 } }]],
  ["mine:nine", [{ row: "17", base: 5, values: { mark: 72 } }]],
])("a conflict decided as %j", (choice, expected) => {
  const rows = postedRows(formOf({ "base.17": "5", "mark.17": "72", "choice.17": choice }));

  expect(rows).toEqual(expected);
});

test.each([
  ["base.17", "-1"],
  ["base.17", "x"],
  ["base.x", "1"],
  ["password.17", "1"],
])("a row with %s = %s is no row", (name, value) => {
  expect(postedRows(formOf({ [name]: value, "mark.17": "3" }))).toEqual([]);
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
