import { expect, test } from "vitest";
import { joinPdfs } from "#templates/join/join-pdfs.ts";
import { drawingsOf, pagesOf, wordsOf } from "./pdf-reader.ts";
import { renderedSample } from "./samples.ts";

test("documents that are joined have the pages that they had, in their order, and a list of contents", async () => {
  const documents = await Promise.all(
    ["primary", "awkward names", "two pages", "secondary"].map(async (name) => ({
      title: `Ünit (${name}) 1 0 R`,
      bytes: Buffer.from((await renderedSample("report-card", name, "pdf")).bytes),
    })),
  );

  const joined = await wholeOf(joinPdfs("Everything 1 0 R (joined)", from(documents)));

  const pages = documents.flatMap(({ bytes }) => pagesOf(bytes).map(wordsOf));
  expect(pagesOf(joined).map(wordsOf)).toEqual(pages);
  // Objects are numbered by their position in the file, which may differ from their earlier numbers.
  const drawings = documents.flatMap(({ bytes }) => drawingsOf(bytes));
  expect(drawingsOf(joined).toSorted()).toEqual(drawings.toSorted());
  for (const { title } of documents) expect(joined.toString("latin1")).toContain(textString(title));
});

test("without any document there is an empty one, and what is no PDF of ours is refused", async () => {
  const empty = await wholeOf(joinPdfs("Nothing", from([])));
  const foreign = wholeOf(joinPdfs("Foreign", from([{ title: "", bytes: Buffer.from("%PDF-1.7\n%%EOF") }])));

  expect(pagesOf(empty)).toEqual([]);
  await expect(foreign).rejects.toThrow("Termbook did not make this PDF");
});

async function* from<Each>(documents: readonly Each[]): AsyncGenerator<Each> {
  yield* documents;
}

async function wholeOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const whole: Buffer[] = [];
  for await (const part of parts) whole.push(part);
  return Buffer.concat(whole);
}

function textString(text: string): string {
  return Buffer.from(`\ufeff${text}`, "utf16le").swap16().toString("hex").replace(/^feff/, "FEFF");
}
