import { createRequire } from "node:module";
import { FONT_FILES } from "./fonts.ts";
import { makeReadable } from "./readable-definition.ts";
import { renewShapedWords } from "./shared-fonts.ts";
import type * as Pdfmake from "pdfmake";
import type { TDocumentDefinitions } from "pdfmake/interfaces.js";

/** The file, and the characters that no font has (printed as U+FFFD). */
export type PrintedFile = { bytes: Uint8Array; missing: number[] };

const require = createRequire(import.meta.url);
const pdfmake = require("pdfmake") as typeof Pdfmake;
const fontFiles = new Set(Object.values(FONT_FILES).flatMap((family) => Object.values(family)));

pdfmake.setFonts(FONT_FILES);
/** A document is made of our fonts and of pictures in the file store, never of anything on the network. */
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path) || /\.jpe?g$/i.test(path));

export async function printPdf(definition: TDocumentDefinitions): Promise<PrintedFile> {
  renewShapedWords();
  const missing = new Set<number>();
  const readable = makeReadable(definition, missing);
  const bytes = await pdfmake.createPdf(readable).getBuffer();
  return { bytes, missing: [...missing] };
}
