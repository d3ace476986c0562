import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { badRequest } from "#runtime/errors.ts";
import { resubmitReport } from "../sign/sign-report.server.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import { formatMissingParts } from "#domain/report-state.ts";
import { parseLeaveTo, parsePostedRecord, type PostedRow } from "#saving/server/posted-rows.server.ts";
import { REPORT_SAVE_DEFINITION } from "../save/saved-report.server.ts";
import type { RowSaveOutcome } from "#saving/protocol/protocol.ts";
import { savePostedForm } from "#saving/server/save-form.server.ts";
import { COMMENT_MAX_LENGTHS } from "#domain/term-reports.ts";
import { TERM_RECORD_FIELDS } from "#fields/term-record.ts";
import { findNextReportUrl } from "./load-report.server.ts";

type SubmitResult =
  | { go: string; done: string }
  | { go: string; done: null }
  | {
      go: null;
      done: null;
      status: Awaited<ReturnType<typeof savePostedForm>>["status"];
      outcome: RowSaveOutcome;
      commentStands: boolean;
      leaveTo: string | null;
    };

export async function submitReport(person: Person, key: ReportKey, form: FormData): Promise<SubmitResult> {
  const intent = parseReportIntent(form);
  const posted = parseReportForm(String(key.studentKey), form);
  // With JavaScript, the page has already saved its fields and sends none of them here.
  if (!posted && intent === "resubmit") return resubmitted(person, key);
  if (!posted) throw badRequest("Part of this form is missing. Reload the page, then try again.");
  const { status, outcomes } = await savePostedForm(REPORT_SAVE_DEFINITION, { person, key }, [posted]);
  const outcome = outcomes[posted.row] ?? { state: "saved" };
  const commentStands = leavesCommentEmpty(form) && (await hasComment(person, key));
  const isSaved = outcome.state === "saved" && !commentStands;
  if (isSaved && intent === "resubmit") return resubmitted(person, key);
  const next = isSaved && intent === "save-next" ? await findNextReportUrl(person, key) : null;
  const leaveTo = parseLeaveTo(form);
  const go = next ?? (isSaved ? leaveTo : null);
  return go ? { go, done: null } : { go: null, done: null, status, outcome, commentStands, leaveTo };
}

async function hasComment(person: Person, key: ReportKey): Promise<boolean> {
  const target = await REPORT_SAVE_DEFINITION.find(person, key, noTransaction);
  const record = (await REPORT_SAVE_DEFINITION.read(target, null, noTransaction)).get(String(key.studentKey));
  return record !== undefined && record.teacher_comment !== "";
}

async function resubmitted(person: Person, key: ReportKey): Promise<SubmitResult> {
  const missing = formatMissingParts(await resubmitReport(person, key));
  const done = missing ? `Sent to the principal. Still missing: ${missing}.` : "Sent to the principal.";
  return { go: reportUrl(key), done };
}

/** The button that was pressed: save, save and open the next report, or resubmit a report that was sent back. */
type ReportIntent = "save" | "save-next" | "resubmit";

export function parseReportIntent(form: FormData): ReportIntent {
  const intent = form.get("intent");
  return intent === "resubmit" || intent === "save-next" ? intent : "save";
}

/** Reads the form that a browser sends without JavaScript. Returns null if the version is missing. */
export function parseReportForm(row: string, form: FormData): PostedRow | null {
  const posted = parsePostedRecord(row, form, TERM_RECORD_FIELDS.keys());
  return posted && { ...posted, texts: withClearedComments(form, new Map(posted.texts)) };
}

/** Returns whether the teacher's comment is empty without a tick to clear it, and so is not saved. */
function leavesCommentEmpty(form: FormData): boolean {
  const isEmpty = form.has("teacher_comment") && textIn(form, "teacher_comment").trim() === "";
  return isEmpty && !form.has("clear.teacher_comment");
}

/** Adds the cleared comments. A comment is cleared only if the box for clearing is ticked. */
function withClearedComments(form: FormData, texts: Map<string, string>): Map<string, string> {
  if (leavesCommentEmpty(form)) texts.delete("teacher_comment");
  for (const comment of Object.keys(COMMENT_MAX_LENGTHS))
    if (form.has(`clear.${comment}`)) texts.set(comment, "");
  return texts;
}

function textIn(form: FormData, name: string): string {
  const text = form.get(name);
  return typeof text === "string" ? text : "";
}
