import { z } from "zod";
import { areSamePasswords, MISMATCH, newPasswordFields } from "#access/new-password.schema.server.ts";

export const ChangePasswordForm = z
  .object({ currentPassword: z.string("Enter your current password."), ...newPasswordFields })
  .refine(areSamePasswords, MISMATCH);

export const EndSessionForm = z.object({ sessionId: z.coerce.number().int().positive() });
