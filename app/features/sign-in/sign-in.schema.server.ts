import { z } from "zod";
import { areSamePasswords, MISMATCH, newPasswordFields } from "#access/new-password.schema.server.ts";

const userName = z
  .string("Enter your username.")
  .trim()
  .min(1, "Enter your username.")
  .max(100, "That is too long.");

export const UserNameForm = z.object({ userName });

export const PasswordForm = z.object({ userName, password: z.string("Enter your password.").min(1) });

export const ResetForm = z.object(newPasswordFields).refine(areSamePasswords, MISMATCH);

/** The same as JSON; null when it cannot be read. */
export async function readCredentials(request: Request): Promise<z.output<typeof PasswordForm> | null> {
  const body: unknown = await request.json().catch(() => null);
  const parsed = PasswordForm.safeParse(body);
  return parsed.success ? parsed.data : null;
}
