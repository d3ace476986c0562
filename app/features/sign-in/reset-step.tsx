import { Form } from "@remix-run/react";

import { Button } from "#ui/form/button.tsx";
import { KnownUserName } from "#ui/form/known-user-name.tsx";
import { NewPasswordFields } from "#ui/form/new-password-fields.tsx";

import type { SignInErrors } from "./sign-in-page.tsx";
import { StepForm } from "./step-form.tsx";
import { MESSAGES } from "#domain/messages.ts";

type ResetStepProps = { userName: string; passwordRule: string; errors: SignInErrors };

/** The account is known by now, so leaving is an act of its own: intent `restart`. */
export function ResetStep({ userName, passwordRule, errors }: ResetStepProps) {
  return (
    <>
      <Form id="restart" method="post" replace>
        <input name="intent" type="hidden" value="restart" />
      </Form>
      <StepForm errors={errors} intent="reset">
        <p>Your password was set by the school office. Choose one that only you know.</p>
        <KnownUserName userName={userName}>
          <button className="py-2.5 text-red underline underline-offset-4" form="restart" type="submit">
            Change<span className="sr-only"> the username</span>
          </button>
        </KnownUserName>
        <NewPasswordFields autoFocus errors={errors} large rule={passwordRule} />
        <Button className="min-h-11 w-full tracking-wide" kind="primary">
          {MESSAGES.changePassword}
        </Button>
      </StepForm>
    </>
  );
}
