import { useEffect, useRef, useState } from "react";
import { newPasswordFaults } from "#domain/new-password.ts";
import { PasswordField } from "./password-field.tsx";

type Errors = { newPassword?: string | undefined; confirmPassword?: string | undefined };

type NewPasswordFieldsProps = {
  /** Shown before typing (design 3). */
  rule: string;
  errors: Errors;
  large?: boolean;
  /** The first field starts with the focus, or the one that was refused. */
  autoFocus?: boolean;
};

/** A new password and the same again; the names are `newPassword` and `confirmPassword`. */
export function NewPasswordFields({
  rule,
  errors: served,
  large = false,
  autoFocus = false,
}: NewPasswordFieldsProps) {
  const { box, errors } = useErrors(served);
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
      <span hidden ref={box} />
    </>
  );
}

/** Empty or unequal ones are told before anything is sent, and the field at fault takes the focus. */
function useErrors(served: Errors) {
  const box = useRef<HTMLSpanElement>(null);
  const [own, setOwn] = useState<Errors | null>(null);

  useEffect(() => setOwn(null), [served]);

  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    const check = (event: SubmitEvent) => {
      const typed = new FormData(form);
      const textOf = (name: string) => String(typed.get(name) ?? "");
      const faults = newPasswordFaults({
        newPassword: textOf("newPassword"),
        confirmPassword: textOf("confirmPassword"),
      });
      setOwn(faults);
      const [field] = Object.keys(faults);
      if (field === undefined) return;
      event.preventDefault();
      form.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
    };
    form.addEventListener("submit", check);
    return () => form.removeEventListener("submit", check);
  }, []);

  return { box, errors: own ?? served };
}
