import { z } from "zod";
import { NEW_PASSWORD_WORDS } from "#domain/new-password.ts";
import { LONGEST_PASSWORD, PASSWORD_TOO_LONG } from "./passwords.server.ts";

/** The current password; the rules for a new one are in `findPasswordFault`. */
export function presentPassword(missing: string) {
  return z.string(missing).min(1, missing).max(LONGEST_PASSWORD, PASSWORD_TOO_LONG);
}

export const newPasswordFields = {
  newPassword: z.string(NEW_PASSWORD_WORDS.empty),
  confirmPassword: z.string(NEW_PASSWORD_WORDS.unconfirmed),
};

export function areSamePasswords(form: { newPassword: string; confirmPassword: string }): boolean {
  return form.newPassword === form.confirmPassword;
}

export const MISMATCH = { path: ["confirmPassword"], error: NEW_PASSWORD_WORDS.different };
