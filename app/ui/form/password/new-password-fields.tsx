import { useEffect, useRef, useState } from "react";
import { findNewPasswordFaults } from "#domain/new-password.ts";
import { PasswordField } from "./password-field.tsx";

type Errors = { newPassword?: string | undefined; confirmPassword?: string | undefined };

type Binding = { name: string; id?: string; error?: string | undefined };

type NewPasswordFieldsProps = {
  /** The rule for new passwords, shown before anybody types. */
  rule: string;
  newPassword: Binding;
  confirmPassword: Binding;
  large?: boolean;
  /** True to focus the first field, or the field with an error. */
  autoFocus?: boolean;
};

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { rule, newPassword, confirmPassword, large = false, autoFocus = false } = props;
  const { box, errors } = useErrors({
    newPassword: newPassword.error,
    confirmPassword: confirmPassword.error,
  });
  const startsAtConfirm = !errors.newPassword && Boolean(errors.confirmPassword);
  return (
    <>
      <PasswordField
        {...newPassword}
        autoComplete="new-password"
        autoFocus={autoFocus && !startsAtConfirm}
        error={errors.newPassword}
        hint={rule}
        label="New password"
        large={large}
        required
      />
      <PasswordField
        {...confirmPassword}
        autoComplete="new-password"
        autoFocus={autoFocus && startsAtConfirm}
        error={errors.confirmPassword}
        label="Confirm password"
        large={large}
        required
      />
      <span hidden ref={box} />
    </>
  );
}

/** Checks for empty or different passwords before the form is sent. Focuses the field with the error. */
function useErrors(served: Errors) {
  const box = useRef<HTMLSpanElement>(null);
  const [own, setOwn] = useState<Errors | null>(null);

  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    const check = (event: SubmitEvent) => {
      const typed = new FormData(form);
      const textOf = (name: string) => String(typed.get(name) ?? "");
      const faults = findNewPasswordFaults({
        newPassword: textOf("newPassword"),
        confirmPassword: textOf("confirmPassword"),
      });
      const [field] = Object.keys(faults);
      setOwn(field === undefined ? null : faults);
      if (field === undefined) return;
      event.preventDefault();
      form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
    };
    form.addEventListener("submit", check);
    return () => form.removeEventListener("submit", check);
  }, []);

  return { box, errors: own ?? served };
}
