import type { ReactNode } from "react";
import { PASSWORD_CHANGE_WARNING } from "#domain/new-password.ts";
import { PATHS } from "#domain/paths.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { fieldControlProps, HiddenField } from "#ui/form/fields/fields.tsx";
import { HiddenUserName } from "#ui/form/password/known-user-name.tsx";
import { NewPasswordFields } from "#ui/form/password/new-password-fields.tsx";
import { PasswordField } from "#ui/form/password/password-field.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { OwnAccountInput } from "./account.server.ts";
import type { OwnSignature } from "./signature.ts";

type OpenSession = {
  id: number;
  /** The browser and operating system, such as 'Chrome on Windows', from `describeDevice`. */
  device: string;
  /** The time in the school's time zone, such as '26 Jun 2026, 10:41'. */
  lastSeen: string;
  thisDevice: boolean;
};

export type ProfilePageProps = {
  userName: string;
  /** The password rule shown below the field, such as '12 to 128 characters …'. */
  passwordRule: string;
  /** The open sessions, newest first, including this one. */
  sessions: readonly OpenSession[];
  signature: OwnSignature | null;
};

/** Shows the person's own record (the children), then the account with password, signature and open sessions. */
export function ProfilePage(props: ProfilePageProps & { children?: ReactNode }) {
  const { userName, passwordRule, sessions, signature, children } = props;
  return (
    <>
      <PageHead title="Profile" />
      {children}
      <div className="mt-4 grid gap-4 lg:grid-cols-2 lg:items-start">
        <ChangePasswordForm passwordRule={passwordRule} userName={userName} />
        <div className="grid gap-4">
          {signature ? <SignaturePanel {...signature} /> : null}
          <OpenSessions sessions={sessions} />
          <Panel title="Access tokens">
            <div className="flex flex-col items-start gap-4">
              <p>A token lets a script or spreadsheet use Termbook in your name, without your password.</p>
              <ButtonLink icon="key" to={PATHS.accessTokens}>
                Access tokens
              </ButtonLink>
            </div>
          </Panel>
        </div>
      </div>
    </>
  );
}

/** Changes the password of a person who enters the current one. */
export function ChangePasswordForm({
  userName,
  passwordRule,
}: Pick<ProfilePageProps, "userName" | "passwordRule">) {
  const [form, fields] = useActionForm<OwnAccountInput>("change-password");
  return (
    <Panel title="Change password">
      <ActionForm autoComplete="on" form={form} rejectedTitle="Your password was not changed">
        <HiddenUserName userName={userName} />
        <PasswordField
          {...fieldControlProps(fields.currentPassword)}
          autoComplete="current-password"
          label="Current password"
          required
        />
        <NewPasswordFields
          confirmPassword={fieldControlProps(fields.confirmPassword)}
          newPassword={fieldControlProps(fields.newPassword)}
          rule={passwordRule}
        />
        <p>{PASSWORD_CHANGE_WARNING}</p>
        <Button className="self-start" name="intent" value="change-password">
          Change password
        </Button>
      </ActionForm>
    </Panel>
  );
}

/** Shows the signature that is printed on the reports this person signs. */
function SignaturePanel({ pictureUrl }: OwnSignature) {
  return (
    <Panel title="Signature">
      <div className="flex flex-col items-start gap-4">
        {pictureUrl ? (
          <SignatureOnLine pictureUrl={pictureUrl} />
        ) : (
          <p>No signature yet. Reports that you sign show your printed name.</p>
        )}
        <ButtonLink icon="sign" preventScrollReset to={PATHS.signature}>
          {pictureUrl ? "Change signature" : "Add signature"}
        </ButtonLink>
      </div>
    </Panel>
  );
}

function SignatureOnLine({ pictureUrl }: { pictureUrl: string }) {
  return (
    <p className="w-full max-w-[300px] border-b border-ink pb-1">
      <img alt="Your signature" className="h-20 w-full object-contain object-left" src={pictureUrl} />
    </p>
  );
}

/** Lists the open sessions. Each can be ended here except the current one, which ends with the Sign Out button. */
function OpenSessions({ sessions }: { sessions: readonly OpenSession[] }) {
  return (
    <Panel aside={formatCountOf(sessions.length, "device")} flush title="Where you are signed in">
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li
            className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-2 md:px-5"
            key={session.id}
          >
            <div className="min-w-0">
              <p className="font-semibold">{session.device}</p>
              <p className="text-13 text-muted">
                {session.thisDevice ? "This device, last seen " : "Last seen "}
                {session.lastSeen}
              </p>
            </div>
            {session.thisDevice ? (
              <ButtonLink className="shrink-0" preventScrollReset to={PATHS.signOut}>
                Sign Out
              </ButtonLink>
            ) : (
              <EndSession {...session} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function EndSession({ id, device }: OpenSession) {
  const [form, fields] = useActionForm<OwnAccountInput>(`end-session-${id}`, { sessionId: id });
  return (
    <ActionForm form={form} rejectedTitle="This device was not signed out">
      <HiddenField field={fields.sessionId} />
      <Button aria-label={`Sign out on ${device}`} name="intent" value="end-session">
        Sign out
      </Button>
    </ActionForm>
  );
}
