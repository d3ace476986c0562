import { z } from "zod";

/** T5: both must be given and equal. The product that the specification describes did not say when they were not. */
export const newPasswordFields = {
  newPassword: z.string("Enter a new password."),
  confirmPassword: z.string("Enter the new password again."),
};

export function areSamePasswords(form: { newPassword: string; confirmPassword: string }): boolean {
  return form.newPassword === form.confirmPassword;
}

export const MISMATCH = { path: ["confirmPassword"], error: "The two passwords are not the same." };
