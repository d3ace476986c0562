import { expect, test } from "vitest";
import { linesOf as linesOfText, widthOf } from "#templates/parts/fonts.ts";
import { fitRows } from "#templates/parts/fit.ts";
import { decimalsOf, figure } from "#templates/parts/figures.ts";
import { page } from "#templates/parts/page.ts";
import { printPdf } from "#templates/parts/print-pdf.ts";
import { samplePrinted } from "#templates/parts/sample-school.ts";
import { normalised, readable } from "#templates/parts/text.ts";
import { fitted } from "#templates/parts/widths.ts";
import { linesOf, pagesOf, wordsOf } from "./pdf-reader.ts";
import type { Content } from "pdfmake/interfaces.js";

const SANS = { family: "sans", bold: false, italics: false };
const SERIF = { family: "serif", bold: false, italics: false };
const PADDING = { tight: 0.3, roomy: 2, comfortable: 1.5 };

test.each([
  ["composed letters stay", "Nguyễn Thị Phương", "Nguyễn Thị Phương"],
  ["accents are composed", "Jose\u0301 Nun\u0303ez", "José Nuñez"],
  ["odd spaces become a space", "Mary\u2003Ann\u3000Lee\u2009Roy", "Mary Ann Lee Roy"],
  ["a narrow space that must not break stays so", "Ho\u202fMinh", "Ho\u00a0Minh"],
  ["nothing invisible stays", "Ra\u200bm\u00adde\ufeffen\u202e", "Ramdeen"],
  ["tabs and line ends of any system", "a\tb\r\nc\u2028d", "a b\nc\nd"],
  ["figure spaces stay", "\u20077 of 12", "\u20077 of 12"],
])("text for a page: %s", (_rule, typed, expected) => {
  expect(normalised(typed)).toBe(expected);
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
  const result = readable(text, SANS);

  expect(result.runs.map((run) => [run.text.normalize("NFC"), run.family])).toEqual(runs);
  expect(result.missing).toEqual(missing);
});

test("an accent without a letter of its own is left to the family that can set it", () => {
  const result = readable("Ọ\u0301láńrewájú Joseph", SERIF);

  expect(result.runs.map(({ family }) => family)).toEqual(["sans", "serif"]);
  expect(result.missing).toEqual([]);
});

test("the characters that are taken for granted are in every font", () => {
  const plain = [
    ...range(0x20, 0x7e),
    ...range(0xa0, 0x17f),
    0x2007,
    0x2013,
    0x2014,
    0x2018,
    0x2019,
    0x201c,
    0x201d,
    0x2026,
  ];
  const faces = ["serif", "sans"].flatMap((family) => [
    { family, bold: false, italics: false },
    { family, bold: true, italics: false },
    { family, bold: false, italics: true },
  ]);

  const told = faces.flatMap((face) =>
    plain.flatMap((code) =>
      readable(String.fromCodePoint(code), face).runs.filter(({ family }) => family !== face.family),
    ),
  );

  // Superscript figures are not in the serif italic: they are looked up.
  expect(told.map(({ text }) => text)).toEqual(["²", "³", "¹"]);
});

test("what no font has is told once for a document, wherever it stands", async () => {
  const content: Content[] = [
    { stack: ["王 and", { text: ["李", { text: "王", bold: true }] }] },
    { columns: [{ text: "plain" }, { ul: ["趙"] }] },
    { table: { body: [["錢"]] } },
  ];

  const { bytes, missing } = await printPdf(document(content, "孫"));

  expect(missing).toEqual([0x738b, 0x674e, 0x8d99, 0x9322, 0x5b6b]);
  expect(wordsOf(pageOne(bytes)).match(/\ufffd/g)).toHaveLength(6);
});

test("accents that have no letter of their own sit on it", async () => {
  const { bytes, missing } = await printPdf(
    document(["Ọ\u0301lá m̂ Ẹ\u0301", { text: "Ọ\u0301lá", font: "serif" }]),
  );

  expect(missing).toEqual([]);
  expect(linesOf(pageOne(bytes)).map((line) => line.normalize("NFC"))).toContain("Ọ́lá m̂ Ẹ́");
});

test("text copied from a page is what was typed, whatever was printed before", async () => {
  const title = (text: string): Content => ({ text, font: "serif", fontFeatures: ["smcp", "c2sc"] });
  await printPdf(document([title("mark sheet")]));

  const { bytes } = await printPdf(document([title("MARK SHEET")]));

  expect(linesOf(pageOne(bytes))).toContain("MARK SHEET");
});

test("the open column takes what padding and lines leave", () => {
  expect(fitted({ total: 500, columns: [20, "*", 80], gap: 10, lines: 4 })).toEqual([20, 376, 80]);
});

test.each([
  ["fixed columns wider than the page", [300, 250] as const],
  ["no room for a name", [300, "*", 150] as const],
  ["two open columns", ["*", "*"] as const],
])("a table is refused: %s", (_why, columns) => {
  expect(() => fitted({ total: 500, columns, gap: 8 })).toThrow();
});

test("decimals hang over the column's edge, or have their room in each row", () => {
  const mean = figure("78.1", 0, { bold: true });
  const whole = figure("78", 1);
  const half = figure("78.5", 1);

  const hang = widthOf(".1", { size: 9.5, bold: true });
  expect(mean.margin).toEqual([0, 0, -hang, 0]);
  expect(whole.margin).toEqual([0, 0, widthOf(".5", { size: 9.5 }), 0]);
  expect(half.margin).toEqual([0, 0, 0, 0]);
  expect(decimalsOf(["7", null, "7.25", "7.5"])).toBe(2);
});

test("rows are as roomy as a page allows, then smaller, then go on over pages", () => {
  const fit = (rows: number) => fitRows(listOf(rows));

  expect(fit(5)).toEqual({ size: 9.5, padding: 2 });
  expect(fit(33).size).toBe(9.5);
  expect(fit(33).padding).toBeLessThan(1);
  expect(fit(37).size).toBe(8.6);
  expect(fit(60)).toEqual({ size: 9.5, padding: 1.5 });
});

test("rows are nudged when a last page would have too few of them", () => {
  const comfortable = 9.5 * 1.424 + 2 * 1.5 + 0.28;
  const first = Math.floor(500 / comfortable);
  const next = Math.floor(700 / comfortable);

  const forgotten = fitRows(listOf(first + next + 1));

  expect(forgotten).toEqual({ size: 9.5, padding: 1.75 });
});

test.each([
  ["Ramdeen", 1],
  ["Ramdeen-Joseph-Villafaña, Christopher-Emmanuel Nathaniel", 2],
  ["one\ntwo", 2],
  ["Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaft", 2],
])("%s takes as many lines as it is told to", async (text, lines) => {
  const { bytes } = await printPdf(
    document([{ table: { widths: [180], body: [[text]] }, layout: "noBorders" }]),
  );

  const counted = linesOfText(text, 180, { size: 9.5 });

  expect(counted).toBe(lines);
  expect(
    new Set(
      pageOne(bytes)
        .texts.filter(({ size }) => size === 9.5)
        .map(({ baseline }) => baseline),
    ).size,
  ).toBe(lines);
});

function document(content: Content[], foot = "foot") {
  return page({
    orientation: "portrait",
    title: "Title",
    foot: [foot],
    printed: samplePrinted,
    author: "School",
    content,
  });
}

function listOf(rows: number) {
  return {
    room: { first: 500, next: 700, tail: 0 },
    lines: () => Array.from({ length: rows }, () => 1),
    sizes: [9.5, 8.6],
    padding: PADDING,
    keep: 3,
  };
}

function pageOne(bytes: Uint8Array) {
  const [first] = pagesOf(bytes);
  if (first === undefined) throw new Error("The document has no page.");
  return first;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_each, index) => from + index);
}
