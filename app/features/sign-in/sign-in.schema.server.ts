import { z } from "zod";
import {
  areSamePasswords,
  MISMATCH,
  newPasswordFields,
  presentPassword,
} from "#access/passwords/new-password.schema.server.ts";
import { invalid } from "#runtime/errors.ts";
import { sentJson } from "#runtime/sent-body.ts";

const userName = z
  .string("Enter your username.")
  .trim()
  .min(1, "Enter your username.")
  .max(100, "That is too long.");

export const UserNameForm = z.object({ userName });

export const PasswordForm = z.object(
  { userName, password: presentPassword("Enter your password.") },
  "Enter your username and your password.",
);

export const ResetForm = z.object(newPasswordFields).refine(areSamePasswords, MISMATCH);

/** The same as JSON. @throws invalid with the first reason */
export async function readCredentials(request: Request): Promise<z.output<typeof PasswordForm>> {
  const parsed = PasswordForm.safeParse(await sentJson(request));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues[0]?.message);
}
