import { useNavigation, Form, Link, useSearchParams } from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { PASSWORD_CHANGE_WARNING } from "#domain/new-password.ts";
import { deleteOfflinePages } from "#saving/offline/offline-pages.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { fieldControlProps, TextField } from "#ui/form/fields/fields.tsx";
import { KnownUserName, TypedUserName } from "#ui/form/password/known-user-name.tsx";
import { NewPasswordFields } from "#ui/form/password/new-password-fields.tsx";
import { PasswordField } from "#ui/form/password/password-field.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { SignInCover, type SignInCoverSchool } from "./cover.tsx";
import type { PasswordInput, ResetPasswordInput, UserNameInput } from "./sign-in.server.ts";
import { NOT_SIGNED_IN_TITLE, WANTS_NEXT_PAGE_FIELD, type SignInStep } from "./step.ts";

export type SignInPageProps = StepProps & {
  school: SignInCoverSchool;
  step: SignInStep;
  refusal?: string | null | undefined;
  /** The reason why the person must sign in again, such as 'You have been signed out after 60 minutes …'. */
  notice?: string | null | undefined;
};

const STEPS = {
  username: { title: "Sign in", count: "Step 1 of 2", Fields: FirstSteps },
  password: { title: "Sign in", count: "Step 2 of 2", Fields: PasswordStep },
  reset: { title: "Reset Password", count: null, Fields: ResetStep },
};

/** The page's own script (`page-script.server.ts`) sets `data-step` on the root once a name has been typed. */
const UNTIL_NAMED = "[[data-step]_&]:hidden";
const ONCE_NAMED = "hidden [[data-step]_&]:block";

export function SignInPage({ school, step, notice, refusal, ...given }: SignInPageProps) {
  useEffect(deleteOfflinePages, []);
  useEffect(() => () => void delete document.documentElement.dataset.step, []);
  const busy = useNavigation().state !== "idle";
  const { title, count, Fields } = STEPS[step];
  const first = step === "username" && given.carried === undefined;
  return (
    <SignInCover school={school}>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h1 className="text-18">{title}</h1>
        {count ? <p className={joinClassNames("text-13 text-muted", first && UNTIL_NAMED)}>{count}</p> : null}
        {first ? (
          <p className={joinClassNames("text-13 text-muted", ONCE_NAMED)}>{STEPS.password.count}</p>
        ) : null}
      </div>
      <div className={first ? UNTIL_NAMED : undefined}>
        {refusal ? (
          <ErrorSummary className="mb-3" takesFocus={false} title={NOT_SIGNED_IN_TITLE}>
            {refusal}
          </ErrorSummary>
        ) : null}
        {notice ? (
          <NoticeBox className="mb-4" icon="info" tone="plain">
            {notice}
          </NoticeBox>
        ) : null}
      </div>
      <Fields {...given} />
      <BusyOverlay label="One moment" shown={busy} />
    </SignInCover>
  );
}

type StepProps = {
  /** The user name; empty until the person has typed one. */
  userName: string;
  /** The rule for new passwords, shown before typing: '12 to 128 characters …'. */
  passwordRule: string;
  /** The encrypted form that was submitted without a session. Each step passes it on. */
  carried?: string | undefined;
  provider?: { name: string; url: string } | undefined;
};

/**
 * The step for the user name, with the hidden step for the password. The page's script shows the second step without
 * asking the server, which would give the same answer for every name. If a form is being carried through the sign-in,
 * the server handles each step.
 */
function FirstSteps(given: StepProps) {
  if (given.carried !== undefined) return <UserNameStep {...given} />;
  return (
    <>
      <div className={UNTIL_NAMED}>
        <UserNameStep {...given} />
      </div>
      <div className={ONCE_NAMED}>
        <PasswordStep passwordRule={given.passwordRule} userName="" />
      </div>
    </>
  );
}

/**
 * The step for the user name. A form that is carried along exists only on this page, so the provider opens in a new
 * tab.
 */
function UserNameStep({ userName, carried, provider }: StepProps) {
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

function PasswordStep({ userName, carried }: StepProps) {
  const [form, fields] = useActionForm<PasswordInput>("password");
  const firstStep = useFirstStep();
  const UserName = userName === "" ? TypedUserName : KnownUserName;
  return (
    <>
      {carried ? <RestartForm carried={carried} /> : null}
      <StepForm carried={carried} form={form}>
        {carried ? (
          <KnownUserName userName={userName}>
            <RestartButton />
          </KnownUserName>
        ) : (
          <UserName userName={userName}>
            <Link className="py-2.5" to={firstStep}>
              <ChangeWords />
            </Link>
          </UserName>
        )}
        <PasswordField
          {...fieldControlProps(fields.password)}
          autoComplete="current-password"
          autoFocus
          label="Password"
          large
          required
        />
        {/* The page's script enables this field. The response is then the next page itself, in place of a redirect to
            it. */}
        {carried ? null : <input disabled name={WANTS_NEXT_PAGE_FIELD} type="hidden" value="1" />}
        <StepButton>{MESSAGES.login}</StepButton>
      </StepForm>
    </>
  );
}

/** The step for a new password. The intent `restart` starts again with another account. */
function ResetStep({ userName, passwordRule, carried }: StepProps) {
  const [form, fields] = useActionForm<ResetPasswordInput>("reset");
  return (
    <>
      <RestartForm carried={carried} />
      <StepForm carried={carried} form={form}>
        <p>Your password was set by the school office. Choose a password that only you know.</p>
        <p className="text-13 text-muted">{PASSWORD_CHANGE_WARNING}</p>
        <KnownUserName userName={userName}>
          <RestartButton />
        </KnownUserName>
        <NewPasswordFields
          autoFocus
          confirmPassword={fieldControlProps(fields.confirmPassword)}
          large
          newPassword={fieldControlProps(fields.newPassword)}
          rule={passwordRule}
        />
        <StepButton>{MESSAGES.changePassword}</StepButton>
      </StepForm>
    </>
  );
}

type Carrying = Pick<StepProps, "carried">;

/** The form that starts again with another account. It passes on a form that was submitted without a session. */
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

/** Returns the URL of the first step. The URL keeps the requested page if another person signs in. */
function useFirstStep(): string {
  const [params] = useSearchParams();
  const next = params.get("next");
  return next ? `/?${new URLSearchParams({ next })}` : "/";
}

type StepFormProps = Carrying & { form: ActionFormState; children: ReactNode };

/** The form of a step. After a rejection the step's field has the focus, and Back returns to the previous step. */
function StepForm({ form, carried, children }: StepFormProps) {
  return (
    <ActionForm
      autoComplete="on"
      form={form}
      isOfVisitor
      rejectedTitle={NOT_SIGNED_IN_TITLE}
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
