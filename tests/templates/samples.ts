import { samples as classLists } from "#templates/class-list/sample.ts";
import { samples as markSheets } from "#templates/mark-sheet/sample.ts";
import { samples as reportCards } from "#templates/report-card/sample.ts";
import type { DocumentData, DocumentKind } from "#templates/index.ts";

/** Every sample of every kind; a new kind without samples does not compile. */
export const SAMPLES: { [Kind in DocumentKind]: Record<string, DocumentData[Kind]> } = {
  "class-list": classLists,
  "mark-sheet": markSheets,
  "report-card": reportCards,
};
