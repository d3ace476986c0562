import { z } from "zod";
import { transaction } from "#db/index.ts";
import { endSessionOf } from "#db/queries/accounts/sessions.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

export const EndSessionForm = z.object({ sessionId: z.coerce.number().int().positive() });

/** Signs the person out elsewhere. @throws notFound for a session of somebody else, or one that is over */
export async function endSession(person: Person, sessionId: number): Promise<void> {
  const ended = await transaction(person, (t) => endSessionOf({ accountId: person.accountId, sessionId }, t));
  if (!ended) throw notFound("That session is over already.");
}
