import { PATHS, withQuery } from "#domain/paths.ts";

/** Whose phrases a tab shows: the person's own, or those that the whole school shares. */
export type BankTab = "own" | "school";

export type BankPhrase = { id: number; phrase: string };

export type Bank = {
  tab: BankTab;
  /** Null for an account without an employee, which has no phrases of its own. */
  ownCount: number | null;
  schoolCount: number;
  /** Own phrases by their owner, the school's by admins and the principal. */
  canEdit: boolean;
  phrases: BankPhrase[];
  page: number;
  pageSize: number;
};

/** A phrase that was sent and not taken, or sent to be previewed. */
export type PhraseSent = { phrase: string; error: string | null };

type Place = { tab: BankTab; page: number };

export function bankUrl(place: Place): string {
  return withQuery(PATHS.commentBank, queryOf(place));
}

/** The dialog that changes a phrase, over the same page of the list. */
export function phraseUrl(phraseId: number, place: Place): string {
  return withQuery(`${PATHS.commentBank}/${phraseId}`, queryOf(place));
}

/** Which tab and page an address asks for; what it does not say is the first. */
export function placeIn(query: URLSearchParams): Place {
  const page = Number(query.get("page"));
  return {
    tab: query.get("of") === "school" ? "school" : "own",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function queryOf({ tab, page }: Place) {
  return { of: tab === "school" ? tab : null, page: page > 1 ? page : null };
}
