import { expect, test } from "vitest";
import { splitSearch } from "#domain/people/list-params.ts";
import { findUserNameFault, normaliseUserName, proposeUserNames } from "#domain/people/user-name.ts";
import { splitAtMatches, filterByWords } from "#ui/form/matching.ts";

test.each([
  ["Akil", "George", "a.george"],
  ["Anne-Marie", "De la Rosa", "a.delarosa"],
  ["Zoë", "D'Abreu", "z.dabreu"],
  ["", "Fortuné", "fortune"],
])("%s %s is proposed %s, then with a number", (firstName, lastName, proposed) => {
  const [first, second] = proposeUserNames({ firstName, lastName });

  expect([first, second]).toEqual([proposed, `${proposed}2`]);
});

test("nothing is proposed for a name without a letter of the keyboard, and never too long a one", () => {
  const long = proposeUserNames({ firstName: "A", lastName: "x".repeat(60) });

  expect(proposeUserNames({ firstName: "李", lastName: "明" })).toEqual([]);
  expect(long.map(findUserNameFault).filter((fault) => fault !== null)).toEqual([]);
});

test.each([
  ["a b"],
  [".hidden"],
  ["../x"],
  ["a@b"],
  [""],
  ["x".repeat(41)],
  ["a\u0000b"],
  ["cler\u212a"],
  ["prıncipal"],
])("%j is no user name", (userName) => {
  expect(findUserNameFault(userName)).not.toBeNull();
});

test("user names are the same without their capitals, and a letter outside ASCII is like no other", () => {
  const keys = ["CLERK", "cler\u212a", "\u0130an", "ıan", "ﬁn", "ｋ"].map(normaliseUserName);

  expect(keys).toEqual(["clerk", "cler\u212a", "\u0130an", "ıan", "ﬁn", "ｋ"]);
});

test.each([
  ["Pierre", "pie", ["*Pie", "rre"]],
  ["Renée", "nee", ["Re", "*née"]],
  ["Jo Joseph", "jo", ["*Jo", " ", "*Jo", "seph"]],
  ["Peña", "x", ["Peña"]],
  ["D'Abreu", "d’abreu", ["*D'Abreu"]],
  ["D’Abreu", "abreu", ["D’", "*Abreu"]],
  ["St. Clair-D'Abreu", "st clair", ["*St", ". ", "*Clair", "-D'Abreu"]],
  ["Lee–Kong", "e-k", ["Le", "*e–K", "ong"]],
])("in %s what matches %s is bold: %j", (text, search, parts) => {
  const found = splitAtMatches(text, splitSearch(search));

  expect(found.map(({ text: part, isMatch }) => (isMatch ? `*${part}` : part))).toEqual(parts);
});

test.each([
  ["D'Abreu, Zoë", "D’Abreu"],
  ["zoe dʼabreu", "D’Abreu"],
  ["DABREU", "D’Abreu"],
  ["D´Abreu", "D’Abreu"],
  ["D‘abreu Zoë", "D’Abreu"],
  ["Zoe\u00a0D`Abreu", "D’Abreu"],
  ["abreu, no", "Abreu"],
  ["st clair", "St. Clair"],
])("%s finds %s alone in a list that is searched by typing", (typed, expected) => {
  const people = [
    { last: "D’Abreu", first: "Zoë" },
    { last: "Abreu", first: "Noé" },
    { last: "St. Clair", first: "Ann" },
  ];

  const found = filterByWords(people, typed, ({ first, last }) => `${first} ${last}`);

  expect(found.map(({ last }) => last)).toEqual([expected]);
});
