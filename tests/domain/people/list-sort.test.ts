import { expect, test } from "vitest";
import { parseSort, formatSort, addSort, toggleSort } from "#domain/people/list-params.ts";

const KEYS = ["id", "name", "class", "teacher"] as const;

test.each([
  [null, ""],
  ["", ""],
  ["name", "name"],
  ["-class,name", "-class,name"],
  ["class,-class,name", "class,name"],
  ["drop table,name", "name"],
  ["--name", ""],
  ["id,name,class,teacher", "id,name,class"],
  [",,name", "name"],
  ["name,__proto__", "name"],
])("the address %j sorts by %j", (text, expected) => {
  expect(formatSort(parseSort(text, KEYS))).toBe(expected);
});

test.each([
  ["", "class", "class"],
  ["name", "class", "name,class"],
  ["name,class", "name", "-name,class"],
  ["-name,class", "name", "class"],
  ["-name", "name", ""],
  ["id,name,class", "teacher", "id,name,teacher"],
] as const)("in a list of several keys sorted by %j a press on %s sorts by %j", (before, key, expected) => {
  expect(formatSort(addSort(parseSort(before, KEYS), key))).toBe(expected);
});

test.each([
  ["name", "name", "-name"],
  ["-name", "name", "name"],
  ["-name", "id", "id"],
] as const)("in a list of one key sorted by %s a press on %s sorts by %s", (before, key, expected) => {
  const [sort] = parseSort(before, KEYS);

  expect(sort && formatSort([toggleSort(sort, key)])).toBe(expected);
});
