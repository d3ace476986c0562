import { expect, test } from "vitest";
import { sortByColumn, parseStudentsParams, studentsUrl } from "#features/students/list/params.rules.ts";
import {
  describeStudentEntry,
  describeStudentSort,
  formatTotals,
} from "#features/students/list/students.rules.ts";

test.each([
  ["", "/app/students"],
  ["?search=+bap+&page=2&rows=10", "/app/students?search=bap&page=2&rows=10"],
  ["?sort=name", "/app/students"],
  ["?sort=-name", "/app/students?sort=-name"],
  ["?sort=class,-name&status=left", "/app/students?status=left&sort=class%2C-name"],
  ["?rows=5&page=-1&status=2&sort=x", "/app/students"],
  ["?rows=1000&page=x&status=here", "/app/students"],
  ["?status=99999&search=%00", "/app/students"],
])("the address %s is that of %s", (query, expected) => {
  expect(studentsUrl(parseStudentsParams(new URLSearchParams(query)))).toBe(expected);
});

test.each([
  ["", "class", "class"],
  ["", "name", "-name"],
  ["-name", "name", null],
  ["class", "name", "class,name"],
  ["class,name", "class", "-class,name"],
  ["-class,name", "class", null],
  ["class", "drop", "class"],
])("sorted by %j a press on %s sorts by %j, from the first page on", (sort, key, expected) => {
  const params = parseStudentsParams(new URLSearchParams({ sort, page: "3" }));

  const url = new URL(studentsUrl(sortByColumn(params, key)), "http://school");

  expect(url.searchParams.get("sort")).toBe(expected);
  expect(url.searchParams.get("page")).toBe(key === "drop" ? "3" : null);
});

test("the words over the list", () => {
  const { sort } = parseStudentsParams(new URLSearchParams("sort=-class,name"));

  expect(describeStudentSort(sort)).toBe("sorted by Class, then Name");
  expect(
    formatTotals([
      { status: "Transferred", students: 12 },
      { status: "Left", students: 5 },
    ]),
  ).toBe("12 Transferred, 5 Left");
  expect([describeStudentEntry("2026-09-07"), describeStudentEntry(null)]).toEqual([
    "Registered, starts 7 Sep 2026",
    "Registered",
  ]);
});
