import type { BankTab } from "./bank.ts";

const BANK = "/app/comment-bank";

type Place = { tab: BankTab; page: number };

export function bankUrl(place: Place): string {
  return `${BANK}${queryOf(place)}`;
}

/** The dialog that changes a phrase, over the same page of the list. */
export function phraseUrl(phraseId: number, place: Place): string {
  return `${BANK}/${phraseId}${queryOf(place)}`;
}

/** Which tab and page an address asks for; what it does not say is the first. */
export function placeIn(query: URLSearchParams): Place {
  const page = Number(query.get("page"));
  return {
    tab: query.get("of") === "school" ? "school" : "own",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function queryOf({ tab, page }: Place): string {
  const query = new URLSearchParams();
  if (tab === "school") query.set("of", "school");
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `?${query}` : "";
}
