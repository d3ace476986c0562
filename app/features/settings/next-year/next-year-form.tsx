import type { FormEvent, ReactNode } from "react";
import { ActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { FixedFoot } from "#ui/overlay/fixed-foot.tsx";
import { nextYearUrl, type NextYearTab } from "./next-year.rules.ts";

type NextYearFormProps = {
  form: ActionFormState;
  tab: NextYearTab;
  yearId: number;
  /** The words at the left of the foot. */
  says: ReactNode;
  button: string;
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** The one form of a tab; its button is always in view. */
export function NextYearForm({ form, tab, yearId, says, button, onChange, children }: NextYearFormProps) {
  return (
    <ActionForm
      action={nextYearUrl(tab)}
      className="!gap-0 [&>[role=alert]]:mb-4"
      form={form}
      onChange={onChange}
      preventScrollReset
      rejectedTitle="Nothing was saved"
      replace
    >
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
    </ActionForm>
  );
}
