import { Form, Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { PASSWORD_CHANGE_ENDS } from "#domain/new-password.ts";
import { ActionForm, useActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { fieldBinding, TextField } from "#ui/form/fields/fields.tsx";
import { KnownUserName } from "#ui/form/password/known-user-name.tsx";
import { NewPasswordFields } from "#ui/form/password/new-password-fields.tsx";
import { PasswordField } from "#ui/form/password/password-field.tsx";
import type { PasswordInput, ResetInput, UserNameInput } from "./sign-in.server.ts";
import { NOT_SIGNED_IN } from "./step.ts";

export type StepProps = {
  /** The user name; empty until the person has typed one. */
  userName: string;
  /** The rule that is shown before typing: '12 to 128 characters …'. */
  passwordRule: string;
  /** The sealed form that was posted without a session. Each step passes the form on. */
  carried?: string | undefined;
  /** The identity provider that can sign the person in, if the school has one. */
  provider?: { name: string; url: string } | undefined;
};

/** A carried form exists only in this page, so the identity provider's page opens in another tab. */
export function UserNameStep({ userName, carried, provider }: StepProps) {
  const [form, fields] = useActionForm<UserNameInput>("username", { userName });
  return (
    <StepForm carried={carried} form={form}>
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        autoCorrect="off"
        autoFocus
        field={fields.userName}
        label="Username"
        large
        required
        spellCheck={false}
      />
      <StepButton>{MESSAGES.next}</StepButton>
      {provider ? (
        <a className="button button-secondary min-h-11" href={provider.url} target={carried && "_blank"}>
          Sign in with {provider.name}
        </a>
      ) : null}
      <p className="text-13 text-muted">Forgotten your username or password? Ask the school office.</p>
    </StepForm>
  );
}

export function PasswordStep({ userName, carried }: StepProps) {
  const [form, fields] = useActionForm<PasswordInput>("password");
  const firstStep = useFirstStep();
  return (
    <>
      {carried ? <RestartForm carried={carried} /> : null}
      <StepForm carried={carried} form={form}>
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
          {...fieldBinding(fields.password)}
          autoComplete="current-password"
          autoFocus
          label="Password"
          large
          required
        />
        <StepButton>{MESSAGES.login}</StepButton>
      </StepForm>
    </>
  );
}

/** The account is known in this step, so leaving the step is an intent of its own: `restart`. */
export function ResetStep({ userName, passwordRule, carried }: StepProps) {
  const [form, fields] = useActionForm<ResetInput>("reset");
  return (
    <>
      <RestartForm carried={carried} />
      <StepForm carried={carried} form={form}>
        <p>Your password was set by the school office. Choose one that only you know.</p>
        <p className="text-13 text-muted">{PASSWORD_CHANGE_ENDS}</p>
        <KnownUserName userName={userName}>
          <RestartButton />
        </KnownUserName>
        <NewPasswordFields
          autoFocus
          confirmPassword={fieldBinding(fields.confirmPassword)}
          large
          newPassword={fieldBinding(fields.newPassword)}
          rule={passwordRule}
        />
        <StepButton>{MESSAGES.changePassword}</StepButton>
      </StepForm>
    </>
  );
}

type Carrying = Pick<StepProps, "carried">;

/** Gives up the account but keeps the carried form: intent `restart`. */
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

/** The wanted page stays wanted when another person signs in. */
function useFirstStep(): string {
  const [params] = useSearchParams();
  const next = params.get("next");
  return next ? `/?${new URLSearchParams({ next })}` : "/";
}

type StepFormProps = Carrying & { form: ActionFormState; children: ReactNode };

/** Posts the step to `/`. After a rejection, the step's field has the focus; Back leads to the step before. */
function StepForm({ form, carried, children }: StepFormProps) {
  return (
    <ActionForm
      autoComplete="on"
      form={form}
      isOfVisitor
      rejectedTitle={NOT_SIGNED_IN}
      reloadDocument={carried !== undefined}
      replace={form.id !== "username"}
      unansweredHint=""
      unansweredTitle={form.failure?.status}
    >
      <input name="intent" type="hidden" value={form.id} />
      <CarriedField carried={carried} />
      {children}
    </ActionForm>
  );
}

function StepButton({ children }: { children: string }) {
  return (
    <Button className="min-h-11 w-full tracking-wide" kind="primary">
      {children}
    </Button>
  );
}
