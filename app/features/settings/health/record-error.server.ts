import { transaction } from "#db/index.ts";
import { createErrorEvent } from "#db/queries/health/error-events.ts";
import { errorFacts } from "#runtime/error-facts.ts";

const ACTOR = { system: "health" } as const;

/** The first errors are enough to know a repeated failure: a flood of errors must not become a flood of writes. */
const MOST_A_MINUTE = 10;
const MINUTE_MS = 60_000;

let noted: number[] = [];

/**
 * Stores the details of an unexpected error for the Health page. It runs after the response and nobody waits for it, so
 * it never throws.
 */
export async function recordError(
  error: unknown,
  { requestId, place }: { requestId: string; place: string },
): Promise<void> {
  noted = noted.filter((moment) => moment > Date.now() - MINUTE_MS);
  if (noted.length >= MOST_A_MINUTE) return;
  noted.push(Date.now());
  const event = { request_id: requestId, place, ...errorFacts(error) };
  try {
    await transaction(ACTOR, (t) => createErrorEvent(event, t));
  } catch {
    // The log has the error, and also that the database is away.
  }
}
