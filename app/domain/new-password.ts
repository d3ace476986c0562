type NewPassword = { newPassword: string; confirmPassword: string };

export const NEW_PASSWORD_WORDS = {
  empty: "Enter a new password.",
  unconfirmed: "Enter the new password again.",
  different: "The two passwords are not the same.",
} as const;

/** T5: both must be given and equal; the product that the specification describes did not say when they were not. */
export function newPasswordFaults({ newPassword, confirmPassword }: NewPassword): Partial<NewPassword> {
  if (newPassword === "") return { newPassword: NEW_PASSWORD_WORDS.empty };
  if (confirmPassword === "") return { confirmPassword: NEW_PASSWORD_WORDS.unconfirmed };
  return newPassword === confirmPassword ? {} : { confirmPassword: NEW_PASSWORD_WORDS.different };
}
