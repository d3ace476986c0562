import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

import type { SignInErrors, SignInPageProps } from "./sign-in-page.tsx";

type StepFormProps = {
  intent: SignInPageProps["step"];
  errors: SignInErrors;
  children: ReactNode;
};

/** One step: a plain form that posts its intent to `/`. A refused one has the focus in its field, Back leads a step back. */
export function StepForm({ intent, errors, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.values(errors).some(Boolean)) startAgain(form.current);
  }, [errors]);

  return (
    <Form className="flex flex-col gap-4" method="post" noValidate ref={form} replace={intent !== "username"}>
      <input name="intent" type="hidden" value={intent} />
      {children}
    </Form>
  );
}

/** What was wrong is selected, so that typing replaces it. */
function startAgain(form: HTMLFormElement | null) {
  const field =
    form?.querySelector<HTMLInputElement>('[aria-invalid="true"]') ??
    form?.querySelector<HTMLInputElement>('input:not([type="hidden"]):not([tabindex="-1"])');
  field?.focus();
  field?.select();
}
