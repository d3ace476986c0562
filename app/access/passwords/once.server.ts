import { createHmac, randomBytes } from "node:crypto";
import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { randomToken } from "#runtime/ids.ts";
import { encryptForPurpose, decryptForPurpose } from "../carried/carried-form.server.ts";

type Sealed = { accountId: number; at: number; key: string };

/** Returns the random bytes of a secret. `name` is the purpose of the secret, such as a user name. */
export type SecretGenerator = (name: string) => Buffer;

const PURPOSE = "once";
const HOUR_MS = 3_600_000;
const SECRET_BYTES = 32;

/**
 * Creates the value of the hidden field `once` of a form that creates a secret, such as a password. If the form is sent
 * twice, by a double click or a reload, both requests derive the same secret: the handler finds the stored secret and
 * shows it again. Only this person can use the field, and nobody can read or choose the secret.
 */
export function createSubmissionToken({ accountId }: Person): string {
  return encryptForPurpose(PURPOSE, JSON.stringify({ accountId, at: now().getTime(), key: randomToken() }));
}

/** Reads the hidden field `once` of a form. Returns null unless it was created for this person within the last hour. */
export function readSubmissionToken(
  { accountId }: Person,
  once: FormDataEntryValue | null | undefined,
): SecretGenerator | null {
  const text = decryptForPurpose(PURPOSE, String(once ?? ""));
  if (text === null) return null;
  const brought = JSON.parse(text) as Sealed;
  if (brought.accountId !== accountId || now().getTime() - brought.at > HOUR_MS) return null;
  return (name) => createHmac("sha256", brought.key).update(name).digest();
}

/** Creates a new secret each time, for requests that do not come from a form. */
export const createRandomSecret: SecretGenerator = () => randomBytes(SECRET_BYTES);
