import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { drawingsOf } from "./pdf-reader.ts";
import { SAMPLES } from "./samples.ts";

type Patched = { default: { prototype: { provideFont: unknown } } };

const require = createRequire(import.meta.url);
const DOCUMENT = require.resolve("pdfmake/js/PDFDocument.js");

const { printPdf } = await import("#templates/parts/print-pdf.ts");
const { markSheetPdf } = await import("#templates/mark-sheet/pdf.ts");
const { reportCardPdf } = await import("#templates/report-card/card.ts");
const { default: PDFDocument } = require(DOCUMENT) as Patched;
const patched = PDFDocument.prototype.provideFont;
const unpatched = asDelivered().default.prototype.provideFont;

const SHEETS = Object.entries(SAMPLES["mark-sheet"]).map(
  ([name, sheet]) => [name, () => markSheetPdf(sheet)] as const,
);
/**
 * The documents that pdfmake draws, with all letters: cards of one page are set without pdfmake, and compared with it
 * elsewhere.
 */
const CARDS = Object.entries(SAMPLES["report-card"])
  .filter(([name]) => ["two pages", "awkward names"].includes(name))
  .map(([name, cards]) => [`card, ${name}`, () => reportCardPdf(cards)] as const);

test.each([...SHEETS, ...CARDS])(
  "%s is drawn with shared fonts as without them",
  async (_name, definition) => {
    const shared = await printPdf(definition());

    PDFDocument.prototype.provideFont = unpatched;
    const plain = await printPdf(definition()).finally(() => {
      PDFDocument.prototype.provideFont = patched;
    });

    expect(patched).not.toBe(unpatched);
    expect(drawingsOf(shared.bytes).length).toBeGreaterThan(3);
    expect(drawingsOf(shared.bytes).join("\n") === drawingsOf(plain.bytes).join("\n")).toBe(true);
  },
);

/** Loads the library once more, because another file of this process may have patched the first copy. */
function asDelivered(): Patched {
  const inUse = require.cache[DOCUMENT];
  delete require.cache[DOCUMENT];
  const delivered = require(DOCUMENT) as Patched;
  require.cache[DOCUMENT] = inUse;
  return delivered;
}
