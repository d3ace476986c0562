import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { badRequest } from "#runtime/errors.ts";
import { resubmitReport } from "../sign/sign-report.server.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import { formatMissing } from "#domain/report-state.ts";
import { destinationOf, postedRecord, type PostedRow } from "#saving/server/posted-rows.server.ts";
import { SAVED_REPORT } from "../save/saved-report.server.ts";
import type { RowOutcome } from "#saving/protocol/protocol.ts";
import { saveForm, type FormSaved } from "#saving/server/save-form.server.ts";
import { COMMENT_LIMITS } from "#domain/term-reports.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import { nextReport } from "./load-report.server.ts";

export type ReportPosted =
  | { go: string; done: string }
  | { go: string; done: null }
  | {
      go: null;
      done: null;
      status: FormSaved["status"];
      outcome: RowOutcome;
      commentStands: boolean;
      leaveTo: string | null;
    };

/** Handles a report's form: saves, saves and goes to the next student, or resubmits. */
export async function postReport(person: Person, key: ReportKey, form: FormData): Promise<ReportPosted> {
  const intent = intentOf(form);
  const posted = postedReport(String(key.studentKey), form);
  // With scripts, the page has already saved its fields and sends none of them.
  if (!posted && intent === "resubmit") return resubmitted(person, key);
  if (!posted)
    throw badRequest("This form was sent without its version number. Reload the page, then try again.");
  const { status, outcomes } = await saveForm(SAVED_REPORT, { person, key }, [posted]);
  const outcome = outcomes[posted.row] ?? { state: "saved" };
  const commentStands = leavesCommentEmpty(form) && (await hasComment(person, key));
  const isSaved = outcome.state === "saved" && !commentStands;
  if (isSaved && intent === "resubmit") return resubmitted(person, key);
  const next = isSaved && intent === "save-next" ? await nextReport(person, key) : null;
  const leaveTo = destinationOf(form);
  const go = next ?? (isSaved ? leaveTo : null);
  return go ? { go, done: null } : { go: null, done: null, status, outcome, commentStands, leaveTo };
}

async function hasComment(person: Person, key: ReportKey): Promise<boolean> {
  const target = await SAVED_REPORT.find(person, key, noTransaction);
  const record = (await SAVED_REPORT.read(target, null, noTransaction)).get(String(key.studentKey));
  return record !== undefined && record.teacher_comment !== "";
}

async function resubmitted(person: Person, key: ReportKey): Promise<ReportPosted> {
  const missing = formatMissing(await resubmitReport(person, key));
  const done = missing ? `Sent to the principal. Still missing: ${missing}.` : "Sent to the principal.";
  return { go: reportUrl(key), done };
}

/** The purpose of the form: to save, to save and go to the next student, or to report that the report was reworked. */
type ReportIntent = "save" | "save-next" | "resubmit";

export function intentOf(form: FormData): ReportIntent {
  const intent = form.get("intent");
  return intent === "resubmit" || intent === "save-next" ? intent : "save";
}

/** Reads a report's form as a browser without scripts posts it; null when the version is missing. */
export function postedReport(row: string, form: FormData): PostedRow | null {
  const posted = postedRecord(row, form, TERM_RECORD.keys());
  return posted && { ...posted, texts: withClearedComments(form, new Map(posted.texts)) };
}

/**
 * An empty teacher's comment is not saved unless the teacher ticks the box to clear it. Tells whether the form has the
 * one without the other.
 */
function leavesCommentEmpty(form: FormData): boolean {
  const isEmpty = form.has("teacher_comment") && textIn(form, "teacher_comment").trim() === "";
  return isEmpty && !form.has("clear.teacher_comment");
}

/** Clears a comment only if the form has the field that asks for it. */
function withClearedComments(form: FormData, texts: Map<string, string>): Map<string, string> {
  if (leavesCommentEmpty(form)) texts.delete("teacher_comment");
  for (const comment of Object.keys(COMMENT_LIMITS)) if (form.has(`clear.${comment}`)) texts.set(comment, "");
  return texts;
}

function textIn(form: FormData, name: string): string {
  const text = form.get(name);
  return typeof text === "string" ? text : "";
}
