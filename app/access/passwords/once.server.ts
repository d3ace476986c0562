import { createHmac, randomBytes } from "node:crypto";
import type { Person } from "#domain/person.ts";
import { now } from "#runtime/clock.ts";
import { randomToken } from "#runtime/ids.ts";
import { encrypt, decrypt } from "../carried/carried-form.server.ts";

type Sealed = { accountId: number; at: number; key: string };

/** Returns the random bytes of a secret, given what it is for, such as a user name. */
export type SecretMaker = (name: string) => Buffer;

const PURPOSE = "once";
const HOUR_MS = 3_600_000;
const SECRET_BYTES = 32;

/**
 * Creates the value of the hidden field `once` of a form that creates a secret. A form that is sent twice, by a double
 * click or a reload, derives the same secret from it: the handler finds that the secret is already stored and shows it
 * again. Only the same person can use the field, and nobody can read or choose the secret.
 */
export function createSecretSeedField({ accountId }: Person): string {
  return encrypt(PURPOSE, JSON.stringify({ accountId, at: now().getTime(), key: randomToken() }));
}

/** Reads the hidden field `once` of a form. Returns null unless it was created for this person within the last hour. */
export function readSecretSeedField(
  { accountId }: Person,
  once: FormDataEntryValue | null | undefined,
): SecretMaker | null {
  const text = decrypt(PURPOSE, String(once ?? ""));
  if (text === null) return null;
  const brought = JSON.parse(text) as Sealed;
  if (brought.accountId !== accountId || now().getTime() - brought.at > HOUR_MS) return null;
  return (name) => createHmac("sha256", brought.key).update(name).digest();
}

/** Creates a secret that differs each time, for requests without a form. */
export const createRandomSecret: SecretMaker = () => randomBytes(SECRET_BYTES);
