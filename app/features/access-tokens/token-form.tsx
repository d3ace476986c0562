import { Form } from "@remix-run/react";

import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { Field } from "#ui/form/field.tsx";
import { SelectField } from "#ui/form/select-field.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { LONGEST_NAME, type AccessTokens, type TokenMade } from "./tokens.rules.ts";

const MAY = [
  { value: "no", label: "Read only" },
  { value: "yes", label: "Read and write" },
];

type TokenFormProps = { shown: AccessTokens; refused: Extract<TokenMade, { ok: false }> | null };

/** A new token: intent `make` with `name`, `lastDay` and `mayWrite`. */
export function TokenForm({ shown: { proposed, days, once }, refused }: TokenFormProps) {
  const { name, lastDay, mayWrite } = refused?.values ?? proposed;
  const errors = refused?.errors ?? {};
  const refusals = Object.entries(errors).map(([field, message]) => ({ field, message }));
  return (
    <Panel title="New token">
      <Form autoComplete="off" className="flex flex-col gap-4" method="post" noValidate>
        <AuthorField />
        <input name="intent" type="hidden" value="make" />
        <input name="once" type="hidden" value={once} />
        {refusals.length > 0 ? <ErrorSummary errors={refusals} title="No token was made" /> : null}
        <Field
          defaultValue={name}
          error={errors.name}
          hint="What it is for, such as: marks spreadsheet"
          label="Name"
          maxLength={LONGEST_NAME}
          name="name"
          required
        />
        <Field
          defaultValue={lastDay}
          error={errors.lastDay}
          hint="It ends by itself after this day, a year from now at the latest"
          label="Last day"
          max={days.last}
          min={days.first}
          name="lastDay"
          required
          type="date"
        />
        <SelectField
          choices={MAY}
          defaultValue={mayWrite ? "yes" : "no"}
          error={errors.mayWrite}
          label="It may"
          name="mayWrite"
        />
        <div>
          <BusyButton busy="Making" icon="key">
            Make token
          </BusyButton>
        </div>
      </Form>
    </Panel>
  );
}
