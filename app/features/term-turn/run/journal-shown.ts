import { turnJournalDocument } from "#domain/documents/addresses.ts";
import { turnUrl } from "../turn-place.rules.ts";
import type { ShownTurn } from "../turn.ts";

/** The journal in the viewer. */
export function journalShown({ id, from, to }: ShownTurn) {
  return {
    title: "Journal of the Turn",
    about: `From ${from.title} to ${to.title}`,
    src: turnJournalDocument(id),
    downloads: [
      { words: "Download PDF", href: turnJournalDocument(id, { isSaved: true }) },
      { words: "Spreadsheet", href: turnJournalDocument(id, { format: "xlsx", isSaved: true }) },
    ],
    closeTo: turnUrl(id),
  };
}
