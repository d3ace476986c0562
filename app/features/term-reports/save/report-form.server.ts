import { COMMENT_LIMITS } from "#domain/term-reports.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import { postedRecord, type PostedRow } from "#saving/server/posted-rows.server.ts";

/** What the form asks for: to save, to save and go on to the next student, or to say that a report was reworked. */
export type ReportIntent = "save" | "save-next" | "resubmit";

export function intentOf(form: FormData): ReportIntent {
  const intent = form.get("intent");
  return intent === "resubmit" || intent === "save-next" ? intent : "save";
}

/** The form of a report as a browser without scripts posts it. @returns null when its version cannot be told */
export function postedReport(row: string, form: FormData): PostedRow | null {
  const posted = postedRecord(row, form, TERM_RECORD.keys());
  return posted && { ...posted, texts: withClearedComments(form, new Map(posted.texts)) };
}

/** The teacher's comment saves only if it is not empty (T5): whether the form leaves it so without saying that it is meant. */
export function leavesCommentEmpty(form: FormData): boolean {
  const isEmpty = form.has("teacher_comment") && textIn(form, "teacher_comment").trim() === "";
  return isEmpty && !form.has("clear.teacher_comment");
}

/** Who means to clear a comment says so by a field of its own. */
function withClearedComments(form: FormData, texts: Map<string, string>): Map<string, string> {
  if (leavesCommentEmpty(form)) texts.delete("teacher_comment");
  for (const comment of Object.keys(COMMENT_LIMITS)) if (form.has(`clear.${comment}`)) texts.set(comment, "");
  return texts;
}

function textIn(form: FormData, name: string): string {
  const text = form.get(name);
  return typeof text === "string" ? text : "";
}
