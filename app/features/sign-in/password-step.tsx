import { Link, useSearchParams } from "@remix-run/react";

import { Button } from "#ui/form/button.tsx";
import { KnownUserName } from "#ui/form/known-user-name.tsx";
import { PasswordField } from "#ui/form/password-field.tsx";

import type { SignInErrors } from "./sign-in-page.tsx";
import { StepForm } from "./step-form.tsx";
import { MESSAGES } from "#domain/messages.ts";

export function PasswordStep({ userName, errors }: { userName: string; errors: SignInErrors }) {
  return (
    <StepForm errors={errors} intent="password">
      <KnownUserName userName={userName}>
        <Link className="py-2.5" to={useFirstStep()}>
          Change<span className="sr-only"> the username</span>
        </Link>
      </KnownUserName>
      <PasswordField
        autoComplete="current-password"
        autoFocus
        error={errors.password}
        label="Password"
        large
        name="password"
        required
      />
      <Button className="min-h-11 w-full tracking-wide" kind="primary">
        {MESSAGES.login}
      </Button>
    </StepForm>
  );
}

/** The page that was wanted is still wanted when somebody else signs in. */
function useFirstStep(): string {
  const [params] = useSearchParams();
  const next = params.get("next");
  return next ? `/?${new URLSearchParams({ next })}` : "/";
}
