import { expect, test } from "vitest";
import { removeInvisibleCharacters, toSingleLine } from "#domain/text/storable-text.ts";

test.each([
  ["spaces of a web page between all words", "She\u00a0works\u00a0well", "She works well"],
  ["narrow spaces and spaces as wide as a figure", "80\u202f% in\u20073 tests", "80 % in 3 tests"],
  ["soft hyphens and places where a line may break", "im\u00adprove\u200bment", "improvement"],
  ["marks of direction and of the order of bytes", "\ufeff\u200eAli\u200f", "Ali"],
  ["a joiner within Latin letters", "Ali\u200dson", "Alison"],
  ["a joiner within a picture, which is needed", "👩\u200d🏫", "👩\u200d🏫"],
  ["a joiner within Hindi, which is needed", "क्\u200dष", "क्\u200dष"],
])("a text with %s", (_what, text, clean) => {
  expect(removeInvisibleCharacters(text)).toBe(clean);
});

test.each([
  ["Zoe\u0308  Núñez", "Zoë Núñez"],
  [" De\u00a0 La\tRosa\n", "De La Rosa"],
  ["St.\r\nClair", "St. Clair"],
])("%j on one line is %j", (text, line) => {
  expect(toSingleLine(text)).toBe(line);
});
