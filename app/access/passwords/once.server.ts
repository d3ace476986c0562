import { createHmac, randomBytes } from "node:crypto";
import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { randomToken } from "#runtime/ids.ts";
import { encrypt, decrypt } from "../carried/carried-form.server.ts";

type Sealed = { accountId: number; at: number; key: string };

/** Creates the bytes of a secret for a purpose, such as a user name. */
export type SecretMaker = (name: string) => Buffer;

const PURPOSE = "once";
const HOUR_MS = 3_600_000;
const SECRET_BYTES = 32;

/**
 * Creates the hidden field of a form that creates a secret. A form that is sent twice, by a double click or because the
 * page with the secret was reloaded, makes the same secret: the handler finds that this one is stored already, creates
 * nothing twice and shows it again. Only its person can use the field, and nobody can read or choose the secret.
 */
export function createOnceField({ accountId }: Person): string {
  return encrypt(PURPOSE, JSON.stringify({ accountId, at: now().getTime(), key: randomToken() }));
}

/** Reads the field `once` of a form. Returns null unless it was made for this person within the last hour. */
export function readOnceField(
  { accountId }: Person,
  once: FormDataEntryValue | null | undefined,
): SecretMaker | null {
  const text = decrypt(PURPOSE, String(once ?? ""));
  if (text === null) return null;
  const brought = JSON.parse(text) as Sealed;
  if (brought.accountId !== accountId || now().getTime() - brought.at > HOUR_MS) return null;
  return (name) => createHmac("sha256", brought.key).update(name).digest();
}

/** Creates a secret that no form can create again. */
export const createRandomSecret: SecretMaker = () => randomBytes(SECRET_BYTES);
