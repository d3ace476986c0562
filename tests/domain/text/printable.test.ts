import { expect, test } from "vitest";
import { findUnprintable } from "#domain/text/printable.ts";
import { toPrintableText } from "#templates/parts/text.ts";
import { SERIF_FONT } from "#templates/parts/type.ts";

const FACE = { family: SERIF_FONT, bold: false, italics: false };

test.each([
  ["Lucía N'Guessan-Đặng: “80 %” – well done… © ½", []],
  ["Ελένη и Анна", []],
  ["Great 😀 term ❤️ 👍🏽", ["😀", "❤", "👍"]],
  ["عمل جيد", ["عمل", "جيد"]],
  ["很好, 很好", ["很好"]],
  ["For 🇹🇹 and 👨‍👩‍👧", ["🇹🇹", "👨", "👩", "👧"]],
  ["Well done ✅ ♥", ["✅", "♥"]],
  ["बहुत अच्छा", ["बहुत", "अच्छा"]],
])("a comment is told of what its card cannot print: %s", (text, told) => {
  const { missing } = toPrintableText(text, FACE);

  expect(findUnprintable(text)).toEqual(told);
  expect(missing.length > 0).toBe(told.length > 0);
});
