import readSpreadsheet from "read-excel-file/node";
import { expect, test } from "vitest";
import { listDocumentFormats, type DocumentKind } from "#templates/index.ts";
import { render } from "#templates/render.ts";
import { wordsOf } from "./pdf-reader.ts";
import { jobOf, pagesOfSample, renderedSample, SAMPLES } from "./samples.ts";
import { partsOf } from "./zip-reader.ts";

const KINDS = Object.keys(SAMPLES) as DocumentKind[];
const JOBS = KINDS.flatMap((kind) =>
  listDocumentFormats(kind).flatMap((format) =>
    Object.keys(SAMPLES[kind]).map((name) => ({ kind, format, name })),
  ),
);
const PDFS = JOBS.filter(({ format }) => format === "pdf");
/** Whether a document can be made again depends on its kind and format, so two samples of each kind are enough. */
const MADE_AGAIN = JOBS.filter(({ kind, name }) => {
  const names = Object.keys(SAMPLES[kind]);
  return name === names.at(0) || name === names.at(-1);
});

test.each(JOBS)("$kind, $name, is a whole $format, with a glyph for every character", async (job) => {
  const { missing } = await renderedSample(job.kind, job.name, job.format);

  expect(await opens(job)).toBe(true);
  expect(missing).toEqual([]);
});

test.each(MADE_AGAIN)(
  "$kind, $name, is byte for byte the same $format again",
  async ({ kind, name, format }) => {
    const first = await renderedSample(kind, name, format);

    const second = await render(jobOf(kind, name, format));

    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
  },
);

test.each(PDFS)("$kind, $name, stays within its margins", async ({ kind, name }) => {
  const pages = await pagesOfSample(kind, name);

  const outside = pages.flatMap((page) =>
    page.texts
      .filter(({ text }) => text.trim() !== "")
      .filter(({ left, right, baseline }) => {
        const margin = kind === "password-letters" ? 30 : page.width < page.height ? 54 : 42;
        return left < margin - 0.5 || right > page.width - margin + 0.5 || baseline > page.height - 12;
      }),
  );

  expect(outside).toEqual([]);
});

test.each(PDFS)(
  "$kind, $name, numbers its pages, those of each part, or with all that follow",
  async ({ kind, name }) => {
    const pages = await pagesOfSample(kind, name);

    const numbers = pages.map((page) =>
      /(?:Page|Sheet) (\d+) of (\d+)/.exec(wordsOf(page))?.slice(1).map(Number),
    );

    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual(countedOn(numbers.map((number) => number?.[1] ?? 0)));
  },
);

/** Returns the page numbers of parts of these lengths: 1 of 2, 2 of 2, 1 of 1. */
function countedOn(lengths: readonly number[]): number[][] {
  let left = 0;
  return lengths.map((length) => {
    left = left === 0 ? length - 1 : left - 1;
    return [length - left, length];
  });
}

async function opens({ kind, name, format }: (typeof JOBS)[number]): Promise<boolean> {
  if (format === "pdf") return (await pagesOfSample(kind, name)).every(({ texts }) => texts.length > 0);
  const { bytes } = await renderedSample(kind, name, format);
  if (format === "docx") return isWord(partsOf(bytes));
  if (format === "svg") return /^<svg [^]*<\/svg>\s*$/.test(new TextDecoder().decode(bytes));
  const sheets = await readSpreadsheet(Buffer.from(bytes));
  return sheets.length > 0;
}

function isWord(parts: Map<string, string>): boolean {
  const document = parts.get("word/document.xml") ?? "";
  return document.endsWith("</w:document>") && parts.has("[Content_Types].xml");
}
