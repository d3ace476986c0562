import { expect, test } from "vitest";
import { fillPhrase, splitPhrase, listUnknownPlaceholders } from "#domain/phrases.ts";

const GIRL = { firstName: "Keziah", gender: "F" } as const;
const BOY = { firstName: "Joshua", gender: "M" } as const;
const NOT_SAID = { firstName: "Sam", gender: null } as const;

test.each([
  ["{name} works well.", "Keziah works well.", "Joshua works well."],
  ["When {he} reads, {he} shines.", "When she reads, she shines.", "When he reads, he shines."],
  ["{He} lost {his} book.", "She lost her book.", "He lost his book."],
  ["{he} lost {his} book.", "She lost her book.", "He lost his book."],
  ["Well done! {his} best work.", "Well done! Her best work.", "Well done! His best work."],
  ["It helps {him} to plan {himself}.", "It helps her to plan herself.", "It helps him to plan himself."],
  ["{NAME} and {Name}", "Keziah and Keziah", "Joshua and Joshua"],
  ["A pleasure to teach.", "A pleasure to teach.", "A pleasure to teach."],
  ["{toString} stays", "{toString} stays", "{toString} stays"],
])("‘%s’ for a girl and a boy", (phrase, girl, boy) => {
  const written = [fillPhrase(phrase, GIRL), fillPhrase(phrase, BOY)];

  expect(written).toEqual([girl, boy]);
});

test("where a gender is not known the first name stands in", () => {
  const written = fillPhrase("{name} works well. {he} shares {his} things; it suits {him}.", NOT_SAID);

  expect(written).toBe("Sam works well. Sam shares Sam’s things; it suits Sam.");
});

test("a name with a dollar sign is put in as it is", () => {
  const written = fillPhrase("{name}!", { firstName: "$&", gender: "F" });

  expect(written).toBe("$&!");
});

test.each<[string, string[]]>([
  ["{name} and {He} and {himself}", []],
  ["no braces", []],
  ["{nane} works", ["{nane}"]],
  ["{name works", ["{name works"]],
  ["name} works", ["}"]],
  ["{} and {{name}}", ["{}", "{", "}"]],
  ["{constructor}", ["{constructor}"]],
])("what stands for nothing in ‘%s’", (phrase, expected) => {
  const unknown = listUnknownPlaceholders(phrase);

  expect(unknown).toEqual(expected);
});

test("a list shows what a placeholder stands for", () => {
  const parts = splitPhrase("{Name}: {he} reads {x}. {his} own.");

  expect(parts).toEqual([
    { text: "first name", placeholder: true },
    { text: ": ", placeholder: false },
    { text: "he / she", placeholder: true },
    { text: " reads ", placeholder: false },
    { text: "{x}", placeholder: false },
    { text: ". ", placeholder: false },
    { text: "His / her", placeholder: true },
    { text: " own.", placeholder: false },
  ]);
});
