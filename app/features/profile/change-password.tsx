import { Form } from "@remix-run/react";

import { PASSWORD_CHANGE_ENDS } from "#domain/new-password.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { HiddenUserName } from "#ui/form/password/known-user-name.tsx";
import { NewPasswordFields } from "#ui/form/password/new-password-fields.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { PasswordField } from "#ui/form/password/password-field.tsx";

export type ChangePasswordErrors = {
  currentPassword?: string | undefined;
  newPassword?: string | undefined;
  confirmPassword?: string | undefined;
};

type ChangePasswordProps = {
  userName: string;
  passwordRule: string;
  errors?: ChangePasswordErrors | undefined;
};

/** A person who knows the present password may set a new one: intent `change-password`. */
export function ChangePassword({ userName, passwordRule, errors = {} }: ChangePasswordProps) {
  const refusals = Object.entries(errors).flatMap(([field, message]) =>
    message ? [{ field, message }] : [],
  );
  return (
    <Panel title="Change password">
      <Form className="flex flex-col gap-4" method="post" noValidate>
        <AuthorField />
        <input name="intent" type="hidden" value="change-password" />
        <HiddenUserName userName={userName} />
        {refusals.length > 0 ? (
          <ErrorSummary errors={refusals} title="Your password was not changed" />
        ) : null}
        <PasswordField
          autoComplete="current-password"
          error={errors.currentPassword}
          label="Current password"
          name="currentPassword"
          required
        />
        <NewPasswordFields errors={errors} rule={passwordRule} />
        <p>{PASSWORD_CHANGE_ENDS}</p>
        <Button className="self-start">Change password</Button>
      </Form>
    </Panel>
  );
}
