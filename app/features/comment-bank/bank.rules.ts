import { PATHS, withQuery } from "#domain/paths.ts";

/** The owner of the phrases in a tab: the person, or the whole school. */
export type CommentBankTab = "own" | "school";

export type CommentBankParams = { tab: CommentBankTab; page: number };

export function commentBankUrl(params: CommentBankParams): string {
  return withQuery(PATHS.commentBank, queryOf(params));
}

/** Returns the URL of the dialog that edits a phrase, over the same page of the list. */
export function phraseUrl(phraseId: number, params: CommentBankParams): string {
  return withQuery(`${PATHS.commentBank}/${phraseId}`, queryOf(params));
}

/** Reads the tab and the page number from a URL. The defaults are the first tab and the first page. */
export function parseCommentBankParams(query: URLSearchParams): CommentBankParams {
  const page = Number(query.get("page"));
  return {
    tab: query.get("of") === "school" ? "school" : "own",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

function queryOf({ tab, page }: CommentBankParams) {
  return { of: tab === "school" ? tab : null, page: page > 1 ? page : null };
}
