import { Form } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";

import type { AccountAccess } from "./access.ts";

/** Where the account is open, and who changed what it may do. */
export function AccessSide({ account: { sessions, changes } }: { account: AccountAccess }) {
  return (
    <div className="grid gap-6">
      <section aria-labelledby="sessions-title">
        <div className="flex items-baseline justify-between border-b border-line-2 pb-2">
          <Title id="sessions-title">Signed in</Title>
          <span className="text-13 text-muted">{sessions.length} open</span>
        </div>
        {sessions.length === 0 ? <p className="py-3 text-muted">Nowhere now.</p> : null}
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="changes-title">
        <div className="border-b border-line-2 pb-2">
          <Title id="changes-title">Who changed access</Title>
        </div>
        {changes.length === 0 ? <p className="py-3 text-muted">Nobody yet.</p> : null}
        <ul className="divide-y divide-line">
          {changes.map(({ what, done, by }, place) => (
            <li className="py-2" key={`${by} ${done} ${place}`}>
              {what} <strong>{done}</strong>
              <span className="block text-13 text-muted">{by}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Title({ id, children }: { id: string; children: string }) {
  return (
    <h3 className="font-serif text-18 font-bold" id={id}>
      {children}
    </h3>
  );
}

function Session({ session: { id, device, lastSeen } }: { session: AccountAccess["sessions"][number] }) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="font-semibold">{device}</span>
        <span className="block text-13 text-muted">Last seen {lastSeen}</span>
      </span>
      <Form method="post" preventScrollReset>
        <AuthorField />
        <input name="intent" type="hidden" value="end-session" />
        <input name="sessionId" type="hidden" value={id} />
        <Button aria-label={`End the session of ${device}`}>End</Button>
      </Form>
    </li>
  );
}
