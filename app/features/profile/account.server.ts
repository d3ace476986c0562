import { z } from "zod";
import { rejectOtherAccount } from "#access/author.server.ts";
import type { Caller } from "#access/caller.server.ts";
import { done, rejected, type Outcome, answerFields } from "#access/forms/answer-form.server.ts";
import { rowId } from "#access/forms/form-values.schema.server.ts";
import { browserIdFor } from "#access/known-browser.server.ts";
import { accountToChange, saveNewPassword } from "#access/passwords/change-of-password.server.ts";
import {
  areSamePasswords,
  MISMATCH,
  newPasswordFields,
  presentPassword,
} from "#access/passwords/new-password.server.ts";
import { passwordMatches } from "#access/passwords/passwords.server.ts";
import { sessionCookie } from "#access/session-cookie.server.ts";
import { checkThrottled } from "#access/throttle.server.ts";
import { transaction } from "#db/index.ts";
import { recordSignInOutcome } from "#db/queries/accounts/login-attempts.ts";
import { endSessionOfAccount } from "#db/queries/accounts/sessions.ts";
import { lockSignature, setSignature } from "#db/queries/pictures.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { prepareSignature, writeSignature } from "#files/signatures.server.ts";
import { notFound } from "#runtime/errors.ts";
import { MOST_SIGNATURE_MB } from "./signature.ts";

export type AccountInput = z.input<typeof AccountForm>;

export const AccountForm = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("change-password"),
      currentPassword: presentPassword("Enter your current password."),
      ...newPasswordFields,
    })
    .refine(areSamePasswords, MISMATCH),
  z.object({ intent: z.literal("end-session"), sessionId: rowId }),
]);

/** Changes the person's password or signs them out on another device. `to` is the page that shows the result. */
export function changeAccount(
  person: Person,
  { input, caller, to }: { input: z.output<typeof AccountForm>; caller: Caller; to: string },
): Promise<Outcome> {
  return input.intent === "change-password"
    ? changePassword(person, input, { ...caller, to })
    : endSession(person, input.sessionId);
}

type Passwords = { currentPassword: string; newPassword: string };

/** Sets a new password for a person who knows the current one; guesses are throttled as they are at sign-in. */
export async function changePassword(
  person: Person,
  { currentPassword, newPassword }: Passwords,
  { address, browser, to }: Caller & { to: string },
): Promise<Outcome> {
  const { accountId, userName } = person;
  const account = await accountToChange(person);
  const attempt = { accountId, userName, address, browser: browserIdFor(browser, accountId) };
  const checked = await checkThrottled(attempt, () =>
    passwordMatches(account.password_hash, currentPassword),
  );
  if (!checked.admitted)
    return rejected({ currentPassword: "Too many attempts. Wait a few minutes, then try again." });
  if (!checked.matches) return rejected({ currentPassword: "This is not your current password." });
  const { attemptId } = checked;
  await transaction(person, (t) => recordSignInOutcome({ attemptId, succeeded: true }, t));
  const taken = await saveNewPassword(person, { account, newPassword, address });
  if (!taken.ok) return rejected({ newPassword: taken.fault });
  const cookies = [sessionCookie(taken.token)];
  return done(to, taken.said, { cookies });
}

/**
 * Signs the person out on another device. A session of somebody else, or one that is over, counts as not found.
 * @throws notFound
 */
export async function endSession(person: Person, sessionId: number): Promise<Outcome> {
  const ended = await transaction(person, (t) =>
    endSessionOfAccount({ accountId: person.accountId, sessionId }, t),
  );
  if (!ended) throw notFound("This session has already ended.");
  return done(PATHS.profile, "Session ended.");
}

const MEGABYTE = 1024 * 1024;
const SIGNATURE = { name: "signature", most: MOST_SIGNATURE_MB * MEGABYTE };

export type SignatureInput = z.input<typeof SignatureForm> & { signature?: File };

const SignatureForm = z.object({ intent: z.enum(["save", "remove"]) });

/**
 * Answers the form with a drawn or photographed signature, and the form that removes it. @throws badRequest, conflict
 */
export function answerSignature(person: Person, request: Request) {
  return receiveFile(request, SIGNATURE, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return answerFields(Object.entries(fields), SignatureForm, ({ intent }) =>
      intent === "save" ? saveSignature(person, file) : removeSignature(person),
    );
  });
}

/** Reports that were signed before keep the signature that they were signed with. */
async function saveSignature(person: Person, file: ReceivedFile | null): Promise<Outcome> {
  if (!file) return rejected({ signature: "Draw your signature, or choose a picture of it." });
  if (file.tooLong)
    return rejected({
      signature: `This file is larger than ${MOST_SIGNATURE_MB} MB. Choose a smaller one.`,
    });
  const prepared = await prepareSignature(file.path);
  if (!prepared.ok) return rejected({ signature: prepared.fault });
  return transaction(person, async (t) => {
    await lockSignature(person.employeeId, t);
    const fileName = await writeSignature(prepared, t);
    await setSignature({ employeeId: person.employeeId, fileName }, t);
    return done(PATHS.profile, "Signature saved.");
  });
}

function removeSignature(person: Person): Promise<Outcome> {
  return transaction(person, async (t) => {
    await lockSignature(person.employeeId, t);
    await setSignature({ employeeId: person.employeeId, fileName: null }, t);
    return done(PATHS.profile, "Signature removed.");
  });
}
