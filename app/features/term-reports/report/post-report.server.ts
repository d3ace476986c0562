import { noTransaction } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { badRequest } from "#runtime/errors.ts";
import { resubmitReport } from "../sign/send-back.server.ts";
import { intentOf, leavesCommentEmpty, postedReport } from "../save/report-form.server.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import { missingWords } from "#domain/report-state.ts";
import { goesTo } from "#saving/server/posted-rows.server.ts";
import { SAVED_REPORT } from "../save/saved-report.server.ts";
import type { RowOutcome } from "#saving/protocol/loaded-row.ts";
import { saveForm, type FormSaved } from "#saving/server/save-form.server.ts";
import { nextReport } from "./show-report.server.ts";

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

/** What a report's form asks for: to save, to save and go to the next student, to resubmit it. */
export async function postReport(person: Person, key: ReportKey, form: FormData): Promise<ReportPosted> {
  const intent = intentOf(form);
  const posted = postedReport(String(key.studentKey), form);
  // A page with script has saved its fields by then, and sends none of them.
  if (!posted && intent === "resubmit") return resubmitted(person, key);
  if (!posted) throw badRequest("This form was sent without the version it was read at.");
  const { status, outcomes } = await saveForm(SAVED_REPORT, { person, key }, [posted]);
  const outcome = outcomes[posted.row] ?? { state: "saved" };
  const commentStands = leavesCommentEmpty(form) && (await hasComment(person, key));
  const isSaved = outcome.state === "saved" && !commentStands;
  if (isSaved && intent === "resubmit") return resubmitted(person, key);
  const next = isSaved && intent === "save-next" ? await nextReport(person, key) : null;
  const leaveTo = goesTo(form);
  const go = next ?? (isSaved ? leaveTo : null);
  return go ? { go, done: null } : { go: null, done: null, status, outcome, commentStands, leaveTo };
}

async function hasComment(person: Person, key: ReportKey): Promise<boolean> {
  const target = await SAVED_REPORT.find(person, key, noTransaction);
  const record = (await SAVED_REPORT.read(target, null, noTransaction)).get(String(key.studentKey));
  return record !== undefined && record.teacher_comment !== "";
}

async function resubmitted(person: Person, key: ReportKey): Promise<ReportPosted> {
  const missing = missingWords(await resubmitReport(person, key));
  const done = missing ? `Sent to the principal. Still missing: ${missing}.` : "Sent to the principal.";
  return { go: reportUrl(key), done };
}
