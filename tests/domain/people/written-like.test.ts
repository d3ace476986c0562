import { expect, test } from "vitest";
import { findSimilarNames } from "#domain/people/alike.ts";

const PEOPLE = [
  { first_name: "Jaheim", last_name: "Baptiste" },
  { first_name: "Anika", last_name: "Baptiste-Charles" },
  { first_name: "Renée", last_name: "Joseph" },
  { first_name: "Kerry-Ann", last_name: "Baptiste" },
  { first_name: "Li", last_name: "Baptiste" },
];

test.each([
  ["bapttiste", ["Jaheim", "Anika", "Kerry-Ann"]],
  ["batiste", ["Jaheim", "Anika", "Kerry-Ann"]],
  ["babtiste jaheim", ["Jaheim"]],
  ["Jospeh", ["Renée"]],
  ["joseph RENNE", ["Renée"]],
  ["joseff", []],
  ["lii", []],
  ["", []],
])("what is written like '%s' is %j", (search, expected) => {
  expect(findSimilarNames(PEOPLE, search).map(({ first_name }) => first_name)).toEqual(expected);
});
