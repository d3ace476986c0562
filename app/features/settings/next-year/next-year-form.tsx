import { Form } from "@remix-run/react";
import type { FormEvent, ReactNode } from "react";

import { FixedFoot } from "#ui/overlay/fixed-foot.tsx";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";

import type { Sent } from "../refused-fields.tsx";
import { nextYearUrl, type NextYearTab } from "./next-year.rules.ts";
import type { NextYear } from "./read-next-year.server.ts";

/** What a tab is given. */
export type NextYearProps = { shown: NextYear; sent: Sent | null };

type NextYearFormProps = {
  tab: NextYearTab;
  yearId: number;
  /** Left in the foot. */
  says: ReactNode;
  button: string;
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** The one form of a tab; its button is always in view. */
export function NextYearForm({ tab, yearId, says, button, onChange, children }: NextYearFormProps) {
  return (
    <Form
      action={nextYearUrl(tab)}
      autoComplete="off"
      id="year"
      method="post"
      onChange={onChange}
      preventScrollReset
      replace
    >
      <AuthorField />
      <input name="year" type="hidden" value={yearId} />
      {children}
      <FixedFoot>
        <div className="flex w-full items-center justify-between gap-4 max-md:py-1">
          <p className="min-w-0">{says}</p>
          <BusyButton busy="Saving" intent={tab}>
            {button}
          </BusyButton>
        </div>
      </FixedFoot>
    </Form>
  );
}
