import { Form } from "@remix-run/react";
import type { ReactNode } from "react";

import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { ChangePassword, type ChangePasswordErrors } from "./change-password.tsx";
import type { OwnSignature } from "./signature.ts";

type OpenSession = {
  id: number;
  /** 'Chrome on Windows', from `deviceWords`. */
  device: string;
  /** '26 Jun 2026, 10:41', in the school's time. */
  lastSeen: string;
  thisDevice: boolean;
};

export type ProfilePageProps = {
  userName: string;
  /** '12 to 128 characters …', shown before typing. */
  passwordRule: string;
  errors?: ChangePasswordErrors | undefined;
  /** The newest first, this device's own among them. */
  sessions: readonly OpenSession[];
  /** Null for a person who signs no reports. */
  signature: OwnSignature | null;
};

type PageProps = ProfilePageProps & {
  /** What came of its own forms where no answer did. */
  failed?: Failed | null;
  /** The person's own record. */
  children?: ReactNode;
};

/** A person's own record and account: password, signature, and where they are signed in. Forms: `change-password`, `end-session`. */
export function ProfilePage(props: PageProps) {
  const { userName, passwordRule, errors, failed = null, sessions, signature, children } = props;
  return (
    <>
      <PageHead title="Profile" />
      {children}
      <NotAnswered className="mt-4" failed={failed} title={MESSAGES.profileNotSaved} />
      <div className="mt-4 grid gap-4 lg:grid-cols-2 lg:items-start">
        <ChangePassword errors={errors} passwordRule={passwordRule} userName={userName} />
        <div className="grid gap-4">
          {signature ? <SignaturePanel {...signature} /> : null}
          <OpenSessions sessions={sessions} />
          <Panel title="Access tokens">
            <div className="flex flex-col items-start gap-4">
              <p>For scripts and spreadsheets that call Termbook in your name, without your password.</p>
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

/** The signature that stands under the reports that this person signs. */
function SignaturePanel({ pictureUrl }: OwnSignature) {
  return (
    <Panel title="Signature">
      <div className="flex flex-col items-start gap-4">
        {pictureUrl ? (
          <SignatureOnLine pictureUrl={pictureUrl} />
        ) : (
          <p>No signature yet: reports you sign carry your printed name.</p>
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

/** Each session can be ended: intent `end-session` with `sessionId`. This device's own ends with Sign Out. */
function OpenSessions({ sessions }: { sessions: readonly OpenSession[] }) {
  return (
    <Panel aside={`${sessions.length} open`} flush title="Where you are signed in">
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li className="flex min-h-16 items-center justify-between gap-4 px-4 py-2 md:px-5" key={session.id}>
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
  return (
    <Form method="post">
      <AuthorField />
      <input name="intent" type="hidden" value="end-session" />
      <input name="sessionId" type="hidden" value={id} />
      <Button aria-label={`End the session of ${device}`}>End</Button>
    </Form>
  );
}
