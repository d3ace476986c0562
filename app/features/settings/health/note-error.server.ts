import { transaction } from "#db/index.ts";
import { addErrorEvent } from "#db/queries/health/error-events.ts";
import { factsOf } from "#runtime/error-facts.ts";

const ACTOR = { system: "health" } as const;

/** What fails again and again is known by the first ones: a flood of errors is not to be one of writes as well. */
const MOST_A_MINUTE = 10;
const MINUTE_MS = 60_000;

let noted: number[] = [];

/** Keeps of a surprise what the Health page shows. It comes after the answer, and nobody waits for it: it never throws. */
export async function noteError(
  error: unknown,
  { requestId, place }: { requestId: string; place: string },
): Promise<void> {
  noted = noted.filter((moment) => moment > Date.now() - MINUTE_MS);
  if (noted.length >= MOST_A_MINUTE) return;
  noted.push(Date.now());
  const event = { request_id: requestId, place, ...factsOf(error) };
  try {
    await transaction(ACTOR, (t) => addErrorEvent(event, t));
  } catch {
    // The log has the error; a database that is away is told there, too.
  }
}
