import { z } from "zod";
import { rejectOtherAccount } from "#access/author.server.ts";
import type { Caller } from "#access/caller.server.ts";
import {
  formSucceeded,
  rejected,
  type FormOutcome,
  handleFormFields,
} from "#access/forms/answer-form.server.ts";
import { rowIdSchema } from "#access/forms/form-values.schema.server.ts";
import { findKnownBrowserId } from "#access/known-browser.server.ts";
import {
  areSamePasswords,
  PASSWORD_MISMATCH,
  newPasswordFields,
  currentPasswordSchema,
  getAccountForPasswordChange,
  saveNewPassword,
} from "#access/passwords/new-password.server.ts";
import { isPasswordCorrect } from "#access/passwords/passwords.server.ts";
import { createSessionCookie } from "#access/session-cookie.server.ts";
import { checkPasswordThrottled } from "#access/throttle.server.ts";
import { transaction } from "#db/index.ts";
import { recordSignInOutcome } from "#db/queries/accounts/login-attempts.ts";
import { endSessionOfAccount } from "#db/queries/accounts/sessions.ts";
import { lockSignature, setSignature } from "#db/queries/pictures.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { receiveFile, type ReceivedFile } from "#files/received-file.server.ts";
import { prepareSignature, writeSignature } from "#files/signatures.server.ts";
import { notFound } from "#runtime/errors.ts";
import { MAX_SIGNATURE_MB } from "./signature.ts";

export type OwnAccountInput = z.input<typeof OwnAccountFormSchema>;

export const OwnAccountFormSchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("change-password"),
      currentPassword: currentPasswordSchema("Enter your current password."),
      ...newPasswordFields,
    })
    .refine(areSamePasswords, PASSWORD_MISMATCH),
  z.object({ intent: z.literal("end-session"), sessionId: rowIdSchema }),
]);

/** Changes the person's password, or signs them out on another device, and returns to the URL `to`. */
export function submitOwnAccountForm(
  person: Person,
  { input, caller, to }: { input: z.output<typeof OwnAccountFormSchema>; caller: Caller; to: string },
): Promise<FormOutcome> {
  return input.intent === "change-password"
    ? changePassword(person, input, { ...caller, to })
    : endOwnSession(person, input.sessionId);
}

type Passwords = { currentPassword: string; newPassword: string };

/** Sets a new password for a person who enters the current one. Wrong guesses are throttled, as at sign-in. */
export async function changePassword(
  person: Person,
  { currentPassword, newPassword }: Passwords,
  { address, browser, to }: Caller & { to: string },
): Promise<FormOutcome> {
  const { accountId, userName } = person;
  const account = await getAccountForPasswordChange(person);
  const attempt = { accountId, userName, address, browser: findKnownBrowserId(browser, accountId) };
  const checked = await checkPasswordThrottled(attempt, () =>
    isPasswordCorrect(account.password_hash, currentPassword),
  );
  if (!checked.admitted)
    return rejected({ currentPassword: "Too many attempts. Wait a few minutes, then try again." });
  if (!checked.matches) return rejected({ currentPassword: "This is not your current password. Try again." });
  const { attemptId } = checked;
  await transaction(person, (t) => recordSignInOutcome({ attemptId, succeeded: true }, t));
  const taken = await saveNewPassword(person, { account, newPassword, address });
  if (!taken.ok) return rejected({ newPassword: taken.fault });
  const cookies = [createSessionCookie(taken.token)];
  return formSucceeded(to, taken.said, { cookies });
}

/**
 * Signs the person out on another device.
 * @throws notFound also for somebody else's session or one that has ended
 */
export async function endOwnSession(person: Person, sessionId: number): Promise<FormOutcome> {
  const ended = await transaction(person, (t) =>
    endSessionOfAccount({ accountId: person.accountId, sessionId }, t),
  );
  if (!ended) throw notFound("This device has already been signed out. Reload the page.");
  return formSucceeded(PATHS.profile, "Signed out on that device.");
}

const MEGABYTE = 1024 * 1024;
const SIGNATURE = { name: "signature", most: MAX_SIGNATURE_MB * MEGABYTE };

export type SignatureInput = z.input<typeof SignatureForm> & { signature?: File };

const SignatureForm = z.object({ intent: z.enum(["save", "remove"]) });

/** Handles the forms that save and remove a signature. @throws badRequest, conflict */
export function submitSignatureForm(person: Person, request: Request) {
  return receiveFile(request, SIGNATURE, ({ fields, file }) => {
    rejectOtherAccount(fields["author"], person);
    return handleFormFields(Object.entries(fields), SignatureForm, ({ intent }) =>
      intent === "save" ? saveSignature(person, file) : removeSignature(person),
    );
  });
}

/** Saves or removes the signature. Reports that are already signed keep the earlier signature. */
async function saveSignature(person: Person, file: ReceivedFile | null): Promise<FormOutcome> {
  if (!file) return rejected({ signature: "Draw your signature, or choose a picture of it." });
  if (file.tooLong)
    return rejected({
      signature: `This file is larger than ${MAX_SIGNATURE_MB} MB. Choose a smaller file.`,
    });
  const prepared = await prepareSignature(file.path);
  if (!prepared.ok) return rejected({ signature: prepared.fault });
  return transaction(person, async (t) => {
    await lockSignature(person.employeeId, t);
    const fileName = await writeSignature(prepared, t);
    await setSignature({ employeeId: person.employeeId, fileName }, t);
    return formSucceeded(PATHS.profile, "Signature saved.");
  });
}

function removeSignature(person: Person): Promise<FormOutcome> {
  return transaction(person, async (t) => {
    await lockSignature(person.employeeId, t);
    await setSignature({ employeeId: person.employeeId, fileName: null }, t);
    return formSucceeded(PATHS.profile, "Signature removed.");
  });
}
