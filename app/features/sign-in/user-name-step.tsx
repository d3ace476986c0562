import { Button } from "#ui/form/button.tsx";
import { Field } from "#ui/form/field.tsx";

import type { SignInErrors } from "./sign-in-page.tsx";
import { StepForm } from "./step-form.tsx";
import { MESSAGES } from "#domain/messages.ts";

export function UserNameStep({ userName, errors }: { userName: string; errors: SignInErrors }) {
  return (
    <StepForm errors={errors} intent="username">
      <Field
        autoCapitalize="none"
        autoComplete="username"
        autoCorrect="off"
        autoFocus
        defaultValue={userName}
        error={errors.userName}
        label="Username"
        large
        name="userName"
        required
        spellCheck={false}
      />
      <Button className="min-h-11 w-full tracking-wide" kind="primary">
        {MESSAGES.next}
      </Button>
      <p className="text-13 text-muted">
        Forgotten your username or password? The school office can reset it.
      </p>
    </StepForm>
  );
}
