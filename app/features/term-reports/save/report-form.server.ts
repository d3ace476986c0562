import { COMMENT_LIMITS } from "#domain/term-reports.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import { postedRow, type PostedRow } from "#saving/server/posted-rows.server.ts";

/** What the form asks for: to save, to save and go on to the next student, or to say that a report was reworked. */
export type ReportIntent = "save" | "save-next" | "resubmit";

export function intentOf(form: FormData): ReportIntent {
  const intent = form.get("intent");
  return intent === "resubmit" || intent === "save-next" ? intent : "save";
}

/**
 * The form of a report as a browser without scripts posts it; what is not posted is not touched.
 * @returns null when the version it was read at cannot be told
 */
export function postedReport(row: string, form: FormData): PostedRow | null {
  const names = ["base", "choice", ...TERM_RECORD.keys()].filter((name) => form.has(name));
  const posted = postedRow(row, new Map(names.map((name) => [name, textIn(form, name)])));
  if (!posted) return null;
  const givenUp = posted.isTheirs ? form.getAll("conflicting").map(String) : [];
  const kept = [...posted.texts].filter(([name]) => !givenUp.includes(name));
  return { ...posted, texts: withClearedComments(form, new Map(kept)) };
}

/**
 * The teacher's comment saves only if it is not empty (T5): a form that lost it does not take it away. Who means to
 * clear a comment says so by a field of its own.
 */
function withClearedComments(form: FormData, texts: Map<string, string>): Map<string, string> {
  if (texts.get("teacher_comment")?.trim() === "") texts.delete("teacher_comment");
  const cleared = form.getAll("clear");
  for (const comment of Object.keys(COMMENT_LIMITS)) if (cleared.includes(comment)) texts.set(comment, "");
  return texts;
}

function textIn(form: FormData, name: string): string {
  const text = form.get(name);
  return typeof text === "string" ? text : "";
}
