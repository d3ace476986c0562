import { expect, test } from "vitest";
import { postedRows } from "#saving/server/posted-rows.server.ts";

test("a form of many rows is read row by row, as it was typed", () => {
  const rows = postedRows(
    formOf({ "base.17": "5", "mark.17": " 7,5 ", "base.18": "0", "mark.18": "", "criterion_3.18": "4" }),
  );

  expect(rows.map(({ row, base, texts }) => ({ row, base, texts: Object.fromEntries(texts) }))).toEqual([
    { row: "17", base: 5, texts: { mark: " 7,5 " } },
    { row: "18", base: 0, texts: { mark: "", criterion_3: "4" } },
  ]);
});

test.each([
  ["mine:9", [9]],
  ["theirs:9", []],
  ["", [5]],
  ["mine:nine", [5]],
])("a conflict decided as %j leaves rows read at the versions %j", (choice, expected) => {
  const rows = postedRows(formOf({ "base.17": "5", "mark.17": "72", "choice.17": choice }));

  expect(rows.map(({ base }) => base)).toEqual(expected);
});

test.each([
  ["base.17", "-1"],
  ["base.17", "x"],
  ["base.x", "1"],
  ["Base.17", "1"],
])("a row with %s = %s is no row", (name, value) => {
  expect(postedRows(formOf({ [name]: value, "mark.17": "3" }))).toEqual([]);
});

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
