import { noTransaction } from "#db/index.ts";
import type { SheetKey } from "#db/queries/marks/mark-sheet.ts";
import { markSheetDocumentUrl, sheetUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { testTitle } from "#domain/terms.ts";
import { findSheet } from "./find-sheet.server.ts";

export type SheetPrint = {
  title: string;
  src: string;
  closeTo: string;
  downloads: { words: string; href: string }[];
};

/**
 * Loads the sheet's document for the viewer, with its downloads; `?blank=1` shows an empty sheet for marking on paper.
 */
export async function sheetPrint(person: Person, key: SheetKey, query: URLSearchParams): Promise<SheetPrint> {
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
