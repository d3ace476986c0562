import { Form } from "@remix-run/react";

import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { Panel } from "#ui/page/panel.tsx";

export type OpenSession = {
  id: number;
  /** 'Chrome on Windows', from `deviceWords`. */
  device: string;
  /** '26 Jun 2026, 10:41', in the school's time. */
  lastSeen: string;
  thisDevice: boolean;
};

/** Each session can be ended: intent `end-session` with `sessionId`. This device's own ends with Sign Out. */
export function OpenSessions({ sessions }: { sessions: readonly OpenSession[] }) {
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
              <ButtonLink className="shrink-0" preventScrollReset to="/app/sign-out">
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
