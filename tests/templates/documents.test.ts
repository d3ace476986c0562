import readSheet from "read-excel-file/node";
import { expect, test, vi } from "vitest";
import { formatsOf, type DocumentFormat, type DocumentJob, type DocumentKind } from "#templates/index.ts";
import { render } from "#templates/render.ts";
import { pagesOf, wordsOf } from "./pdf-reader.ts";
import { SAMPLES } from "./samples.ts";
import { partsOf } from "./zip-reader.ts";

/** A document takes a tenth of a second, but the first one on a busy machine. */
vi.setConfig({ testTimeout: 40_000 });

const KINDS = Object.keys(SAMPLES) as DocumentKind[];
const JOBS = KINDS.flatMap((kind) =>
  formatsOf(kind).flatMap((format) => Object.keys(SAMPLES[kind]).map((name) => ({ kind, format, name }))),
);
const PDFS = JOBS.filter(({ format }) => format === "pdf");

test.each(JOBS)("$kind, $name, is a whole $format, with a glyph for every character", async (job) => {
  const { bytes, missing } = await printed(job);

  expect(await opens(bytes, job.format)).toBe(true);
  expect(missing).toEqual([]);
});

test.each(JOBS)("$kind, $name, is byte for byte the same $format again", async (job) => {
  const first = await printed(job);

  const second = await render(jobOf(job));

  expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
});

test.each(PDFS)("$kind, $name, stays within its margins", async (job) => {
  const { bytes } = await printed(job);

  const outside = pagesOf(bytes).flatMap((page) =>
    page.texts
      .filter(({ text }) => text.trim() !== "")
      .filter(({ left, right, baseline }) => {
        const margin = job.kind === "password-slips" ? 30 : page.width < page.height ? 54 : 42;
        return left < margin - 0.5 || right > page.width - margin + 0.5 || baseline > page.height - 12;
      }),
  );

  expect(outside).toEqual([]);
});

test.each(PDFS)(
  "$kind, $name, numbers its pages, those of each part, or with all that follow",
  async (job) => {
    const { bytes } = await printed(job);

    const numbers = pagesOf(bytes).map((page) =>
      /(?:Page|Sheet) (\d+) of (\d+)/.exec(wordsOf(page))?.slice(1).map(Number),
    );

    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual(countedOn(numbers.map((number) => number?.[1] ?? 0)));
  },
);

/** Once for all that is asked of it: that it comes out the same again has a test of its own. */
const PRINTED = new Map<string, ReturnType<typeof render>>();

function printed(job: (typeof JOBS)[number]): ReturnType<typeof render> {
  const key = Object.values(job).join(" ");
  const known = PRINTED.get(key) ?? render(jobOf(job));
  PRINTED.set(key, known);
  return known;
}

function jobOf({ kind, format, name }: (typeof JOBS)[number]): DocumentJob {
  return { kind, format, data: SAMPLES[kind][name] } as DocumentJob;
}

/** What the pages of parts of these lengths are numbered: 1 of 2, 2 of 2, 1 of 1. */
function countedOn(lengths: readonly number[]): number[][] {
  let left = 0;
  return lengths.map((length) => {
    left = left === 0 ? length - 1 : left - 1;
    return [length - left, length];
  });
}

async function opens(bytes: Uint8Array, format: DocumentFormat): Promise<boolean> {
  if (format === "pdf") return pagesOf(bytes).every(({ texts }) => texts.length > 0);
  if (format === "docx") return isWord(partsOf(bytes));
  const sheets = await readSheet(Buffer.from(bytes));
  return sheets.length > 0;
}

function isWord(parts: Map<string, string>): boolean {
  const document = parts.get("word/document.xml") ?? "";
  return document.endsWith("</w:document>") && parts.has("[Content_Types].xml");
}
