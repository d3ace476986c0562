import type { Person } from "#domain/person.ts";
import { badRequest } from "#runtime/errors.ts";
import { resubmitReport } from "../sign/send-back.server.ts";
import { intentOf, postedReport } from "../save/report-form.server.ts";
import { reportUrl, type ReportKey } from "#domain/paths.ts";
import { SAVED_REPORT } from "../save/saved-report.server.ts";
import type { RowOutcome } from "#saving/protocol/loaded-row.ts";
import { saveForm, type FormSaved } from "#saving/server/save-form.server.ts";
import { nextReport } from "./show-report.server.ts";

export type ReportPosted =
  | { go: string; done: string }
  | { go: string; done: null }
  | { go: null; done: null; status: FormSaved["status"]; outcome: RowOutcome };

/** What a report's form asks for: to save, to save and go to the next student, to resubmit it. */
export async function postReport(person: Person, key: ReportKey, form: FormData): Promise<ReportPosted> {
  const intent = intentOf(form);
  const posted = postedReport(String(key.studentKey), form);
  // A page with script has saved its fields by then, and sends none of them.
  if (!posted && intent === "resubmit") return resubmitted(person, key);
  if (!posted) throw badRequest("This form was sent without the version it was read at.");
  const { status, outcomes } = await saveForm(SAVED_REPORT, { person, key }, [posted]);
  const outcome = outcomes[posted.row] ?? { state: "saved" };
  const isSaved = outcome.state === "saved";
  if (isSaved && intent === "resubmit") return resubmitted(person, key);
  const next = isSaved && intent === "save-next" ? await nextReport(person, key) : null;
  return next ? { go: next, done: null } : { go: null, done: null, status, outcome };
}

async function resubmitted(person: Person, key: ReportKey): Promise<ReportPosted> {
  await resubmitReport(person, key);
  return { go: reportUrl(key), done: "Sent to the principal." };
}
