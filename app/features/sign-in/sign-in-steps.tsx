import { Form, Link, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";

import { MESSAGES } from "#domain/messages.ts";
import { PASSWORD_CHANGE_ENDS } from "#domain/new-password.ts";
import { Button } from "#ui/form/button.tsx";
import { Field } from "#ui/form/field.tsx";
import { KnownUserName } from "#ui/form/password/known-user-name.tsx";
import { NewPasswordFields } from "#ui/form/password/new-password-fields.tsx";
import { PasswordField } from "#ui/form/password/password-field.tsx";

import type { SignInErrors, Step } from "./step.ts";

export type StepProps = {
  /** Empty until it was given. */
  userName: string;
  errors: SignInErrors;
  /** '12 to 128 characters …', shown before typing. */
  passwordRule: string;
  /** What was posted without a session, sealed: each step hands it on. */
  carried?: string | undefined;
  /** Where somebody else may vouch for the person. */
  provider?: { name: string; url: string } | undefined;
};

/** What is carried stays in this page: the identity provider's opens beside it. */
export function UserNameStep({ userName, errors, carried, provider }: StepProps) {
  return (
    <StepForm carried={carried} errors={errors} intent="username">
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
      <StepButton>{MESSAGES.next}</StepButton>
      {provider ? (
        <a className="button button-secondary min-h-11" href={provider.url} target={carried && "_blank"}>
          Sign in with {provider.name}
        </a>
      ) : null}
      <p className="text-13 text-muted">
        Forgotten your username or password? The school office can reset it.
      </p>
    </StepForm>
  );
}

export function PasswordStep({ userName, errors, carried }: StepProps) {
  const firstStep = useFirstStep();
  return (
    <>
      {carried ? <RestartForm carried={carried} /> : null}
      <StepForm carried={carried} errors={errors} intent="password">
        <KnownUserName userName={userName}>
          {carried ? (
            <RestartButton />
          ) : (
            <Link className="py-2.5" to={firstStep}>
              <ChangeWords />
            </Link>
          )}
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
        <StepButton>{MESSAGES.login}</StepButton>
      </StepForm>
    </>
  );
}

/** The account is known by now, so leaving it is an act of its own: intent `restart`. */
export function ResetStep({ userName, passwordRule, errors, carried }: StepProps) {
  return (
    <>
      <RestartForm carried={carried} />
      <StepForm carried={carried} errors={errors} intent="reset">
        <p>Your password was set by the school office. Choose one that only you know.</p>
        <p className="text-13 text-muted">{PASSWORD_CHANGE_ENDS}</p>
        <KnownUserName userName={userName}>
          <RestartButton />
        </KnownUserName>
        <NewPasswordFields
          autoFocus
          confirmPassword={{ name: "confirmPassword", error: errors.confirmPassword }}
          large
          newPassword={{ name: "newPassword", error: errors.newPassword }}
          rule={passwordRule}
        />
        <StepButton>{MESSAGES.changePassword}</StepButton>
      </StepForm>
    </>
  );
}

type Carrying = Pick<StepProps, "carried">;

/** Gives the account up and keeps what is carried: intent `restart`. */
function RestartForm({ carried }: Carrying) {
  return (
    <Form id="restart" method="post" reloadDocument={carried !== undefined} replace>
      <input name="intent" type="hidden" value="restart" />
      <CarriedField carried={carried} />
    </Form>
  );
}

function RestartButton() {
  return (
    <button className="py-2.5 text-red underline underline-offset-4" form="restart" type="submit">
      <ChangeWords />
    </button>
  );
}

function ChangeWords() {
  return (
    <>
      Change<span className="sr-only"> the username</span>
    </>
  );
}

function CarriedField({ carried }: Carrying) {
  return carried ? <input name="carried" type="hidden" value={carried} /> : null;
}

/** The page that was wanted is still wanted when another person signs in. */
function useFirstStep(): string {
  const [params] = useSearchParams();
  const next = params.get("next");
  return next ? `/?${new URLSearchParams({ next })}` : "/";
}

type StepFormProps = Carrying & { intent: Step; errors: SignInErrors; children: ReactNode };

/** A plain form that posts its step to `/`. After a refusal its field has the focus; Back leads a step back. */
function StepForm({ intent, errors, carried, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.values(errors).some(Boolean)) focusFault(form.current);
  }, [errors]);

  return (
    <Form
      className="flex flex-col gap-4"
      method="post"
      noValidate
      ref={form}
      reloadDocument={carried !== undefined}
      replace={intent !== "username"}
    >
      <input name="intent" type="hidden" value={intent} />
      <CarriedField carried={carried} />
      {children}
    </Form>
  );
}

/** Selects what was wrong, so that typing replaces it. */
function focusFault(form: HTMLFormElement | null) {
  const field =
    form?.querySelector<HTMLInputElement>('[aria-invalid="true"]') ??
    form?.querySelector<HTMLInputElement>('input:not([type="hidden"]):not([tabindex="-1"])');
  field?.focus();
  field?.select();
}

function StepButton({ children }: { children: string }) {
  return (
    <Button className="min-h-11 w-full tracking-wide" kind="primary">
      {children}
    </Button>
  );
}
