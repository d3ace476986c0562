type NewPassword = { newPassword: string; confirmPassword: string };

export const NEW_PASSWORD_FAULTS = {
  empty: "Enter a new password.",
  unconfirmed: "Enter the new password again.",
  different: "The two passwords are different. Enter the same password twice.",
} as const;

export const MIN_PASSWORD_LENGTH = 12;

export const PASSWORD_CHANGE_WARNING =
  "Changing your password signs you out everywhere else and revokes your access tokens.";

/** Confirms a change of password. `tokens` is the number of access tokens revoked with the old password. */
export function describePasswordChange(tokens: number): string {
  const revoked =
    tokens === 0
      ? ""
      : `, and your ${tokens === 1 ? "access token was" : `${tokens} access tokens were`} revoked`;
  return `Password changed. You were signed out everywhere else${revoked}.`;
}

/** Returns the errors by field. The two passwords must be filled in and must be the same. */
export function findNewPasswordFaults({ newPassword, confirmPassword }: NewPassword): Partial<NewPassword> {
  if (newPassword === "") return { newPassword: NEW_PASSWORD_FAULTS.empty };
  if (confirmPassword === "") return { confirmPassword: NEW_PASSWORD_FAULTS.unconfirmed };
  return newPassword === confirmPassword ? {} : { confirmPassword: NEW_PASSWORD_FAULTS.different };
}
