import { noTransaction } from "#db/index.ts";
import type { SheetKey } from "#db/queries/marks/mark-sheet.ts";
import { markSheetDocumentUrl, sheetUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { testTitle } from "#domain/terms.ts";
import { findSheet } from "./find-sheet.server.ts";

export type SheetPrintView = {
  title: string;
  src: string;
  closeTo: string;
  downloads: { words: string; href: string }[];
};

/**
 * Loads the data for viewing and downloading the sheet as a document. `?blank=1` makes an empty sheet to fill in on
 * paper.
 */
export async function loadSheetPrintView(
  person: Person,
  key: SheetKey,
  query: URLSearchParams,
): Promise<SheetPrintView> {
  const { heading } = await findSheet(person, key, noTransaction);
  const title = `${heading.subject}, ${heading.class_label}, ${testTitle(key.testId, heading.assessment_type, heading.fortnightly_title)}`;
  const document = markSheetDocumentUrl(key);
  const src = query.get("blank") === "1" ? `${document}&blank=1` : document;
  return {
    title,
    src,
    closeTo: sheetUrl(key),
    downloads: [
      { words: "Download PDF", href: `${src}&download=1` },
      { words: "Spreadsheet", href: `${document}&format=xlsx&download=1` },
      { words: "Blank sheet", href: `${document}&blank=1&download=1` },
    ],
  };
}
