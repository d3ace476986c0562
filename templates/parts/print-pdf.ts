import { createRequire } from "node:module";
import { FONT_FILES } from "./fonts.ts";
import { makeReadable } from "./readable-definition.ts";
import { readPdf } from "../join/source.ts";
import { clearShapeCache } from "./shared-fonts.ts";
import type * as Pdfmake from "pdfmake";
import type { TDocumentDefinitions } from "pdfmake/interfaces.js";

/**
 * The file, the characters that no font has (printed as U+FFFD), and for a PDF the page count of each of its documents.
 */
export type PrintedFile = { bytes: Uint8Array; missing: number[]; pages?: number[] };

const require = createRequire(import.meta.url);
const pdfmake = require("pdfmake") as typeof Pdfmake;
const fontFiles = new Set(Object.values(FONT_FILES).flatMap((family) => Object.values(family)));

pdfmake.setFonts(FONT_FILES);
/** A document consists of our fonts and of pictures in the file store, never of anything from the network. */
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(isOurFile);

/** Turns a definition into a file. */
type Typeset = (readable: TDocumentDefinitions, onPage?: OnPage) => Promise<Uint8Array>;
/** Receives the number of pages laid out so far. */
export type OnPage = (pages: number) => void;

export async function printPdf(
  definition: TDocumentDefinitions,
  typeset: Typeset = byPdfmake,
  onPage?: OnPage,
): Promise<PrintedFile> {
  clearShapeCache();
  const missing = new Set<number>();
  const readable = makeReadable(definition, missing);
  const bytes = await typeset(readable, onPage);
  return { bytes, missing: [...missing], pages: pagesOf(readable, bytes) };
}

function byPdfmake(readable: TDocumentDefinitions): Promise<Uint8Array> {
  return pdfmake.createPdf(readable).getBuffer();
}

type Counted = { pageCount?: () => number };

/** A section that pdfmake did not lay out is one page. */
function pagesOf({ content }: TDocumentDefinitions, bytes: Uint8Array): number[] {
  const sections = (Array.isArray(content) ? content : []).flatMap(
    (node) => (node as Counted).pageCount ?? [],
  );
  if (sections.length > 0) return sections.map((count) => Math.max(1, count()));
  return [readPdf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).pageCount];
}

export function isOurFile(path: string): boolean {
  return fontFiles.has(path) || /\.jpe?g$/i.test(path);
}
