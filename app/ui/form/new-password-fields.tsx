import { PasswordField } from "./password-field.tsx";

type NewPasswordFieldsProps = {
  /** Shown before typing (design 3). */
  rule: string;
  errors: { newPassword?: string | undefined; confirmPassword?: string | undefined };
  large?: boolean;
  /** The first field starts with the focus, or the one that was refused. */
  autoFocus?: boolean;
};

/** A new password and the same again; the names are `newPassword` and `confirmPassword`. */
export function NewPasswordFields({
  rule,
  errors,
  large = false,
  autoFocus = false,
}: NewPasswordFieldsProps) {
  const startsAtConfirm = !errors.newPassword && Boolean(errors.confirmPassword);
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        autoFocus={autoFocus && !startsAtConfirm}
        error={errors.newPassword}
        hint={rule}
        label="New password"
        large={large}
        name="newPassword"
        required
      />
      <PasswordField
        autoComplete="new-password"
        autoFocus={autoFocus && startsAtConfirm}
        error={errors.confirmPassword}
        label="Confirm password"
        large={large}
        name="confirmPassword"
        required
      />
    </>
  );
}
