import { expect, test } from "vitest";
import { printPdf } from "#templates/parts/print-pdf.ts";
import { typesetDocument } from "#templates/parts/typesetting/typeset.ts";
import { reportCardPdf } from "#templates/report-card/card.ts";
import { samples } from "../../samples/report-card.ts";
import { drawnPages } from "./drawings.ts";
import { headsOf } from "../../pdf-reader.ts";
import type { ReportCard, ReportCards } from "#templates/report-card/data.ts";

/** Much smaller than a printer's dot. */
const TOLERANCE = 0.01;

const CARDS = { ...samples, ...unusual() };

test.each(Object.entries(CARDS))("%s: cards are drawn as pdfmake draws them", async (_name, cards) => {
  const [set, reference] = await bothWays(cards);

  expect(differencesOf(drawnPages(set), drawnPages(reference))).toEqual([]);
  expect(aboutOf(set)).toEqual(aboutOf(reference));
});

test("only a card with a table of two pages is laid out by pdfmake, in its place", async () => {
  const [one, two, table] = ["primary", "remarks, everything", "two pages"].map(cardsOf);

  const mixed = [one, two, table, one].flatMap((file) => file?.cards.slice(0, 1) ?? []);
  const [set, reference] = await bothWays({ ...cardsOf("primary"), cards: mixed });

  expect(differencesOf(drawnPages(set), drawnPages(reference))).toEqual([]);
  expect(layersOf(set)).toEqual([false, false, false, true, true, false]);
  expect(layersOf(reference)).not.toContain(false);
});

test.each([
  ["a property", { text: "a", noWrap: true, decoration: "underline" }],
  ["a property of a run", { text: [{ text: "a", link: "https://example.org" }], noWrap: true }],
  ["a kind of node", { ul: ["a"] }],
  ["a table without fixed widths", { table: { widths: ["*"], body: [["a"]] }, layout: {} }],
  ["a column without a width", { columns: [{ text: "a", noWrap: true }] }],
])("%s that is not known is pdfmake's", async (_what, content) => {
  const definition = reportCardPdf(cardsOf("nothing yet"));
  const [first] = definition.content as unknown as { section: () => unknown[] }[];
  const laidOut = first?.section() ?? [];
  Object.assign(first ?? {}, { section: [...laidOut, content] });

  expect(layersOf(await typesetDocument(definition))[0]).toBe(true);
});

function cardsOf(name: string): ReportCards {
  const cards = samples[name];
  if (cards === undefined) throw new Error(`There is no sample ${name}.`);
  return cards;
}

/** Prints as a school gets it, and with pdfmake alone. */
async function bothWays(cards: ReportCards): Promise<[Uint8Array, Uint8Array]> {
  const set = await printPdf(reportCardPdf(cards), typesetDocument);
  const reference = await printPdf(reportCardPdf(cards));
  return [set.bytes, reference.bytes];
}

/** Tells for each page whether pdfmake drew it: only pdfmake names a layer for its colours. */
function layersOf(bytes: Uint8Array): boolean[] {
  const heads = headsOf(bytes).filter((head) => /\/ProcSet\b/.test(head));
  return heads.map((head) => head.includes("/ExtGState"));
}

type Pages = ReturnType<typeof drawnPages>;

function differencesOf(set: Pages, reference: Pages): unknown[] {
  expect(set.map((page) => page.length)).toEqual(reference.map((page) => page.length));
  return set.flatMap((page, number) =>
    page.flatMap((drawing, index) => {
      const other = reference[number]?.[index];
      const isAlike =
        drawing.what === other?.what &&
        drawing.at.every((value, axis) => Math.abs(value - (other.at[axis] ?? Number.NaN)) < TOLERANCE);
      return isAlike ? [] : [{ drawing, other }];
    }),
  );
}

/** Returns title, author, dates, language and paper: all of the file except what its pages draw with. */
function aboutOf(bytes: Uint8Array): string[] {
  return headsOf(bytes)
    .filter((head) => !/\/(?:Length|ExtGState|Font|FontDescriptor|ProcSet)\b/.test(head))
    .map((head) => head.replaceAll(/\d+ 0 (?:R|obj)/g, "…"))
    .sort();
}

/** Builds content that the samples lack: an empty letterhead, breaks in unusual places, separate accents. */
function unusual(): Record<string, ReportCards> {
  const primary = cardsOf("primary");
  const [first] = primary.cards;
  const [second] = cardsOf("secondary").cards;
  if (!first || !second) throw new Error("There are no samples.");
  const long = "Bartholomew-Ramdeen Government (Assisted) Secondary and Comprehensive College ".repeat(2);
  const bare = { ...primary.school, logo: null, motto: null, address: null };
  const wordy = { ...primary.school, name: long, address: `${long} — ${long}` };
  const accents = (card: ReportCard): ReportCard => ({
    ...card,
    foot: ["Zoe\u0308 A\u0323\u030akesson-N\u0303ame", long, " ", "end "],
    marks: { ...card.marks, note: `${long} x\u0323y\u0306z` },
    attendance: [{ label: "Q\u0307uiz  two", value: "w\u0331ord V\u0302A To-day" }, ...card.attendance],
    signature: { ...card.signature, picture: null, role: long, changes: [long] },
  });
  return {
    "a bare letterhead": { ...primary, school: bare },
    "a long letterhead": { ...primary, school: wordy, cards: [first] },
    "accents and long lines": { ...primary, cards: [first, second].map(accents) },
  };
}
