import type { MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { z } from "zod";
import { MIN_PASSWORD_LENGTH, NEW_PASSWORD_FAULTS, describePasswordChange } from "#domain/new-password.ts";
import { noTransaction, transaction } from "#db/index.ts";
import { revokeAccessTokensOf } from "#db/queries/accounts/access-tokens.ts";
import { findAccount, replacePasswordHash, type AccountRow } from "#db/queries/accounts/accounts.ts";
import { getSchool } from "#db/queries/school.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import { endSessionsOfAccount } from "#db/queries/accounts/sessions.ts";
import type { Person } from "#domain/person.ts";
import { conflict, unauthenticated } from "#runtime/errors.ts";
import {
  MAX_PASSWORD_LENGTH,
  PASSWORD_TOO_LONG,
  hashPassword,
  isPasswordCorrect,
} from "./passwords.server.ts";
import { replaceSessionToken } from "../session.server.ts";

/** The schema for the current password. `findPasswordFault` checks new passwords. */
export function currentPasswordSchema(missing: string) {
  return z.string(missing).min(1, missing).max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG);
}

export const newPasswordFields = {
  newPassword: z.string(NEW_PASSWORD_FAULTS.empty),
  confirmPassword: z.string(NEW_PASSWORD_FAULTS.unconfirmed),
};

export function areSamePasswords(form: { newPassword: string; confirmPassword: string }): boolean {
  return form.newPassword === form.confirmPassword;
}

export const PASSWORD_MISMATCH = { path: ["confirmPassword"], error: NEW_PASSWORD_FAULTS.different };

/** A password need not contain certain kinds of characters. It is judged by how hard it is to guess. */
const LONGEST = 128;
const SHORTEST_NAME = 4;

/**
 * A password that can be guessed in fewer attempts than this is weak. Separators make a password longer but hardly
 * any stronger, so `plain` is the limit for its letters and digits alone. `plain` is lower than `asTyped`, so that
 * three words in a row still count as a good password.
 */
const ENOUGH_GUESSES = { asTyped: 1e8, plain: 1e6 };

/** Only the beginning of a long password is judged, because the estimate takes longer for longer texts. */
const READ_AT_MOST = 64;
const SUBSTITUTIONS_AT_MOST = 20;

/** Passwords that are common in Trinidad and Tobago, in addition to the estimator's own list. */
const COMMON_HERE = `
  trinidad tobago trinidadtobago trinidadandtobago trinbago trinidadtobagotnt portofspain sanfernando scarborough
  chaguanas steelpan carnival ilovetrinidad ilovetobago ilovetrinbago trinitothebone ilovejesus jesuslovesme godisgood
  termbook termbookdemoschool primaryschool secondaryschool governmentprimary governmentsecondary ministryofeducation
  correcthorsebatterystaple
`
  .trim()
  .split(/\s+/);

export const PASSWORD_RULE = `Use ${MIN_PASSWORD_LENGTH} to ${LONGEST} characters. Several words that only you would put together work best. Leave out your name, your username and the school’s name.`;

export type NamesNotInPassword = { school: string; userName: string; firstName: string; lastName: string };

/** Explains why a text is not accepted as a new password, or returns null. */
export async function findPasswordFault(password: string, names: NamesNotInPassword): Promise<string | null> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH)
    return `Use ${MIN_PASSWORD_LENGTH} characters or more. This password has ${length}.`;
  if (length > LONGEST) return `Use ${LONGEST} characters or fewer. This password has ${length}.`;
  if (containsName(password, names)) return "Leave out your name, your username and the school’s name.";
  const { school, userName, firstName, lastName } = names;
  return whyGuessed(password, [school, userName, firstName, lastName]);
}

function containsName(
  password: string,
  { school, userName, firstName, lastName }: NamesNotInPassword,
): boolean {
  const readings = [simplified(password), simplified(readAsLetters(password))];
  const names = [school, firstWords(school), userName, firstName, lastName].map(simplified);
  return names.some(
    (name) => name.length >= SHORTEST_NAME && readings.some((reading) => reading.includes(name)),
  );
}

/** Returns the first two words, because many schools share the rest, such as 'Government Primary School'. */
function firstWords(school: string): string {
  return school.split(/\s+/).slice(0, 2).join(" ");
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};

function readAsLetters(password: string): string {
  return password.replace(/[0134578@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);
}

/** Removes accents, spaces and punctuation. */
function simplified(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

async function whyGuessed(password: string, names: readonly string[]): Promise<string | null> {
  const estimator = await (loading ??= loadEstimator());
  const readings = [
    { reading: password, enough: ENOUGH_GUESSES.asTyped },
    { reading: simplified(password), enough: ENOUGH_GUESSES.plain },
  ];
  for (const { reading, enough } of readings.filter(({ reading }) => reading !== "")) {
    const { guesses, sequence } = estimator.check(reading.slice(0, READ_AT_MOST), [...names]);
    if (guesses < enough) return wordsFor(sequence);
  }
  return null;
}

/** The estimator's lists take 60 ms and 20 MB, so they are loaded only when a new password is first checked. */
let loading: Promise<ZxcvbnFactory> | null = null;

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({
    graphs: adjacencyGraphs,
    dictionary: { ...dictionary, here: COMMON_HERE },
    l33tMaxSubstitutions: SUBSTITUTIONS_AT_MOST,
  });
}

/** Chooses the message by the longest part of the password that is easy to guess. */
function wordsFor(sequence: readonly MatchExtended[]): string {
  const [main] = sequence.toSorted((one, other) => other.token.length - one.token.length);
  if (main?.pattern === "repeat")
    return "Repeating the same characters makes a password easy to guess. Choose another password.";
  if (main?.pattern === "sequence" || main?.pattern === "spatial")
    return "Letters in order, or keys next to each other, are easy to guess. Choose another password.";
  return "This password is too common. Choose another password.";
}

/** Returns the account of a person who changes the password. @throws Unauthenticated if they may no longer sign in */
export async function getAccountForPasswordChange(person: Person): Promise<AccountRow> {
  const account = await findAccount(person.accountId, noTransaction);
  if (!account) throw unauthenticated();
  return account;
}

/** `token` is the session's new token, for `createSessionCookie`. `said` describes what ended with the old password. */
export type PasswordChange = { ok: true; token: string; said: string } | { ok: false; fault: string };

/**
 * Stores a person's new password, ends their other sessions and access tokens, and replaces the token of the current
 * session. This locks out anybody who had found out the password or a token. The hash is calculated before the
 * transaction, because a whole staff changing passwords at once would otherwise occupy every database connection.
 * @throws Conflict when the password was changed in the meantime
 */
export async function saveNewPassword(
  person: Person,
  { account, newPassword, address }: { account: AccountRow; newPassword: string; address: string },
): Promise<PasswordChange> {
  const { name: school } = await getSchool(noTransaction);
  const fault = await findPasswordFault(newPassword, { school, ...person });
  if (fault !== null) return { ok: false, fault };
  if (await isPasswordCorrect(account.password_hash, newPassword))
    return { ok: false, fault: "This is your current password. Choose a different password." };
  const { accountId } = person;
  const change = { accountId, from: account.password_hash, to: await hashPassword(newPassword) };
  return transaction(person, async (t) => {
    if (!(await replacePasswordHash(change, t)))
      throw conflict("Your password was changed on another page or device. Sign in with the new password.");
    await endSessionsOfAccount({ accountId, except: person.sessionId }, t);
    const token = await replaceSessionToken(person, t);
    const tokens = await revokeAccessTokensOf({ accountId }, t);
    await recordSecurityEvent({ kind: "password-changed", accountId, address }, t);
    return { ok: true, token, said: describePasswordChange(tokens) };
  });
}
