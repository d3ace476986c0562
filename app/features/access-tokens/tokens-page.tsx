import { PATHS } from "#domain/paths.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { DateField } from "#ui/form/fields/date-field.tsx";
import { HiddenField, SelectField, TextField } from "#ui/form/fields/fields.tsx";
import { useFormResult } from "#ui/form/form-result.ts";
import { CopyButton } from "#ui/list/password-letter.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { MAX_TOKEN_NAME_LENGTH } from "./tokens.rules.ts";
import type { NewToken, TokensInput, TokensView, TokenView } from "./tokens.server.ts";

const ABOUT = "A token lets a script or spreadsheet use Termbook in your name";

const NO_TOKENS = "No tokens yet. Create one to let a script or spreadsheet use Termbook in your name.";

const CREATE_FORM = "create-token";

/** Lists and creates access tokens, which scripts use instead of a password. */
export function TokensPage({ own, others, ...offered }: TokensView) {
  const created = useFormResult<NewToken>(CREATE_FORM);
  return (
    <>
      <PageHead
        about={ABOUT}
        actions={<ButtonLink to={PATHS.api}>API reference</ButtonLink>}
        title="Access Tokens"
      />
      {created ? <CreatedToken {...created} /> : null}
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <CreateToken {...offered} />
        <div className="grid gap-4">
          <Panel aside={own.length > 0 ? `${own.length}` : null} flush title="Your tokens">
            <Tokens ifNone={NO_TOKENS} tokens={own} />
          </Panel>
          {others ? (
            <Panel aside={others.length > 0 ? `${others.length}` : null} flush title="Other people’s tokens">
              <Tokens ifNone="Nobody else has a token." tokens={others} withOwner />
            </Panel>
          ) : null}
        </div>
      </div>
    </>
  );
}

const ACCESS = [
  { value: "no", label: "Read only" },
  { value: "yes", label: "Read and write" },
];

function CreateToken({ usualLastDay, days, once }: Pick<TokensView, "usualLastDay" | "days" | "once">) {
  const [form, fields] = useActionForm<TokensInput>(CREATE_FORM, { lastDay: usualLastDay, once });
  return (
    <Panel title="New token">
      <ActionForm form={form} rejectedTitle="The token was not created">
        <HiddenField field={fields.once} />
        <TextField
          field={fields.name}
          hint="The purpose of the token, like “marks spreadsheet”"
          label="Name"
          maxLength={MAX_TOKEN_NAME_LENGTH}
          required
        />
        <DateField
          {...days}
          field={fields.lastDay}
          hint="Choose a day within a year. The token stops working at the end of that day."
          label="Last day"
          required
        />
        <SelectField choices={ACCESS} field={fields.mayWrite} label="Access" />
        <div>
          <BusyButton busy="Creating" icon="key" intent="make">
            Create token
          </BusyButton>
        </div>
      </ActionForm>
    </Panel>
  );
}

/** Shows the new token once: the server stores only its hash, so no later page can show the token again. */
function CreatedToken({ name, token }: NewToken) {
  return (
    <NoticeBox
      action={<CopyButton text={token} />}
      className="mb-4"
      icon="key"
      title={`${name} created.`}
      tone="saved"
    >
      Copy this token now. <strong>The token is shown only once.</strong> Send the token with each call as{" "}
      <code className="font-mono text-13">Authorization: Bearer</code> followed by the token.
      <code className="mt-2 block select-all break-all font-mono font-semibold" data-token="">
        {token}
      </code>
    </NoticeBox>
  );
}

type TokensProps = { tokens: readonly TokenView[]; withOwner?: boolean; ifNone: string };

function Tokens({ tokens, withOwner = false, ifNone }: TokensProps) {
  if (tokens.length === 0) return <p className="p-4 text-muted md:p-5">{ifNone}</p>;
  return (
    <ul className="divide-y divide-line">
      {tokens.map((token) => (
        <Token
          key={token.id}
          title={withOwner ? `${token.owner}: ${token.name}` : token.name}
          token={token}
        />
      ))}
    </ul>
  );
}

function Token({ title, token: { id, name, access, until, used } }: { title: string; token: TokenView }) {
  const [form, fields] = useActionForm<TokensInput>(`revoke-token-${id}`, { tokenId: id });
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-2 md:px-5">
      <div className="min-w-0">
        <p className="break-words font-semibold">{title}</p>
        <p className="text-13 text-muted">
          {access}, {until}. {used}
        </p>
      </div>
      <ActionForm form={form} rejectedTitle="The token was not revoked">
        <HiddenField field={fields.tokenId} />
        <Button aria-label={`Revoke the token ${name}`} name="intent" value="revoke">
          Revoke
        </Button>
      </ActionForm>
    </li>
  );
}
