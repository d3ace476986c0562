import { expect, test } from "vitest";
import { hasGlyph } from "#templates/parts/fonts.ts";
import { normaliseForPrint, toPrintableText } from "#templates/parts/text.ts";
import { onePage } from "../one-page.ts";
import { linesOf, wordsOf } from "../pdf-reader.ts";
import type { Content } from "pdfmake/interfaces.js";

const SANS = { family: "sans", bold: false, italics: false };
const SERIF = { family: "serif", bold: false, italics: false };

test.each([
  ["composed letters stay", "Nguyễn Thị Phương", "Nguyễn Thị Phương"],
  ["accents are composed", "Jose\u0301 Nun\u0303ez", "José Nuñez"],
  ["odd spaces become a space", "Mary\u2003Ann\u3000Lee\u2009Roy", "Mary Ann Lee Roy"],
  ["a narrow space that must not break stays so", "Ho\u202fMinh", "Ho\u00a0Minh"],
  ["nothing invisible stays", "Ra\u200bm\u00adde\ufeffen\u202e", "Ramdeen"],
  ["tabs and line ends of any system", "a\tb\r\nc\u2028d", "a b\nc\nd"],
  ["figure spaces stay", "\u20077 of 12", "\u20077 of 12"],
])("text for a page: %s", (_rule, typed, expected) => {
  expect(normaliseForPrint(typed)).toBe(expected);
});

test.each([
  ["a letter its own font has", "Żaneta", [["Żaneta", "sans"]], []],
  ["a letter that is there only in parts", "Ḁ", [["Ḁ", "sans"]], []],
  [
    "a word with a letter of the other family",
    "Mr aǅb Roy",
    [
      ["Mr ", "sans"],
      ["aǅb ", "serif"],
      ["Roy", "sans"],
    ],
    [],
  ],
  [
    "a letter of no font",
    "a王b",
    [
      ["a", "sans"],
      ["\ufffd", "serif"],
      ["b", "sans"],
    ],
    [0x738b],
  ],
  [
    "a picture of several characters",
    "👍🏽!",
    [
      ["\ufffd", "serif"],
      ["!", "sans"],
    ],
    [0x1f44d, 0x1f3fd],
  ],
])("%s is printed by a font that has it, or told", (_case, text, runs, missing) => {
  const result = toPrintableText(text, SANS);

  expect(result.runs.map((run) => [run.text.normalize("NFC"), run.family])).toEqual(runs);
  expect(result.missing).toEqual(missing);
});

test("an accent without a letter of its own is left to the family that can set it", () => {
  const result = toPrintableText("Ọ\u0301láńrewájú Joseph", SERIF);

  expect(result.runs.map(({ family }) => family)).toEqual(["sans", "serif"]);
  expect(result.missing).toEqual([]);
});

test("what is printed in its own font is there in that font, in every face of it", () => {
  const punctuation = [...range(0x2010, 0x2027), 0x2007, 0x20ac];
  const codes = [...range(0x20, 0x7e), ...range(0xa0, 0x24f), ...range(0x1e00, 0x1eff), ...punctuation];
  const faces = ["serif", "sans"].flatMap((family) => [
    { family, bold: false, italics: false },
    { family, bold: true, italics: false },
    { family, bold: false, italics: true },
  ]);

  const absent = faces.flatMap((face) =>
    codes.flatMap((code) =>
      toPrintableText(String.fromCodePoint(code), face).runs.filter(
        ({ text, family }) =>
          !Array.from(text).every((item) => hasGlyph(item.codePointAt(0) ?? 0, { ...face, family })),
      ),
    ),
  );

  expect(absent).toEqual([]);
});

test("what no font has is told once for a document, wherever it stands", async () => {
  const content: Content[] = [
    { stack: ["王 and", { text: ["李", { text: "王", bold: true }] }] },
    { columns: [{ text: "plain" }, { ul: ["趙"] }] },
    { table: { body: [["錢"]] } },
  ];

  const { page, missing } = await onePage(content, "孫");

  expect(missing).toEqual([0x738b, 0x674e, 0x8d99, 0x9322, 0x5b6b]);
  expect(wordsOf(page).match(/\ufffd/g)).toHaveLength(6);
});

test("accents that have no letter of their own sit on it", async () => {
  const { page, missing } = await onePage(["Ọ\u0301lá m̂ Ẹ\u0301", { text: "Ọ\u0301lá", font: "serif" }]);

  expect(missing).toEqual([]);
  expect(linesOf(page).map((line) => line.normalize("NFC"))).toContain("Ọ́lá m̂ Ẹ́");
});

test("text copied from a page is what was typed, whatever was printed before", async () => {
  const title = (text: string): Content => ({ text, font: "serif", fontFeatures: ["smcp", "c2sc"] });
  await onePage([title("mark sheet")]);

  const { page } = await onePage([title("MARK SHEET")]);

  expect(linesOf(page)).toContain("MARK SHEET");
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_each, index) => from + index);
}
