import type { SheetLock } from "../sheet/find-sheet.server.ts";

/** Why a save was turned down as a whole, as the rows of the sheet say it after 'Refused:'. */
export const CLOSED_WORDS: Record<Exclude<SheetLock, "open">, string> = {
  "not-yours": "marks of this sheet are entered by its teacher",
  "past-term": "this term is over",
};
