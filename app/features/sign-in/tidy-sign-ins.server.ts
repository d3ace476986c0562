import { transaction } from "#db/index.ts";
import { removeAttemptsOver, removeSessionsOver } from "#db/queries/accounts/tidy.ts";

/** Twice the longest life of a session: none of these can be used any more. */
const SESSION_HOURS = 24;
/** Throttling looks back a day; a principal who asks about attempts may look back a month. */
const ATTEMPT_DAYS = 30;

export type Tidied = { sessions: number; attempts: number };

/** Takes away what signing in leaves behind. The job `sessions.tidy` runs it. */
export function tidySignIns(): Promise<Tidied> {
  return transaction({ system: "job:sessions.tidy" }, async (t) => ({
    sessions: await removeSessionsOver({ hours: SESSION_HOURS }, t),
    attempts: await removeAttemptsOver({ days: ATTEMPT_DAYS }, t),
  }));
}
