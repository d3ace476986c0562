import { Form } from "@remix-run/react";

import { PATHS } from "#domain/paths.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { CopyButton } from "#ui/list/password-slip.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { TokenForm } from "./token-form.tsx";
import type { AccessTokens, ShownToken, TokenMade } from "./tokens.rules.ts";

const ABOUT =
  "With a token a script or a spreadsheet makes the calls that you may make yourself, or reads only";

type TokensPageProps = { shown: AccessTokens; made: TokenMade | null; failed: Failed | null };

/** What scripts sign in with, instead of a password. */
export function TokensPage({ shown, made, failed }: TokensPageProps) {
  const { own, others } = shown;
  return (
    <>
      <PageHead
        about={ABOUT}
        actions={<ButtonLink to={PATHS.api}>What can be called</ButtonLink>}
        title="Access Tokens"
      />
      <NotAnswered className="mb-4" failed={failed} title="Nothing was changed" />
      {made?.ok ? <NewToken {...made} /> : null}
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <TokenForm key={own.length} refused={made && !made.ok ? made : null} shown={shown} />
        <div className="grid gap-4">
          <Panel aside={own.length > 0 ? `${own.length}` : null} flush title="Your tokens">
            <Tokens tokens={own} none="You have no token." />
          </Panel>
          {others ? (
            <Panel aside={others.length > 0 ? `${others.length}` : null} flush title="Tokens of others">
              <Tokens tokens={others} none="Nobody else has a token." />
            </Panel>
          ) : null}
        </div>
      </div>
    </>
  );
}

/** Shown once: the answer that made the token is the only place where it stands. */
function NewToken({ name, token }: Extract<TokenMade, { ok: true }>) {
  return (
    <NoticeBox
      action={<CopyButton text={token} />}
      className="mb-4"
      icon="key"
      title={`${name} is made.`}
      tone="saved"
    >
      Keep this token now: <strong>it is shown only once.</strong> Calls send it as{" "}
      <code className="font-mono text-13">Authorization: Bearer</code> and the token.
      <code className="mt-2 block select-all break-all font-mono font-semibold" data-token="">
        {token}
      </code>
    </NoticeBox>
  );
}

function Tokens({ tokens, none }: { tokens: readonly ShownToken[]; none: string }) {
  if (tokens.length === 0) return <p className="p-4 text-muted md:p-5">{none}</p>;
  return (
    <ul className="divide-y divide-line">
      {tokens.map((token) => (
        <TokenLine key={token.id} {...token} />
      ))}
    </ul>
  );
}

function TokenLine({ id, name, who, may, until, used }: ShownToken) {
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 px-4 py-2 md:px-5">
      <div className="min-w-0">
        <p className="break-words font-semibold">{who === null ? name : `${who}: ${name}`}</p>
        <p className="text-13 text-muted">
          {may}, {until}. {used}
        </p>
      </div>
      <Form method="post">
        <AuthorField />
        <input name="intent" type="hidden" value="revoke" />
        <input name="tokenId" type="hidden" value={id} />
        <Button aria-label={`Revoke the token ${name}`}>Revoke</Button>
      </Form>
    </li>
  );
}
