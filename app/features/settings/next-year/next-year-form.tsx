import type { FormEvent, ReactNode } from "react";
import { classes } from "#ui/classes.ts";
import { ActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { errorLinks } from "#ui/form/field.tsx";
import { FixedBottomBar } from "#ui/overlay/fixed-foot.tsx";
import { nextYearUrl, type NextYearTab, type NextYearChoice } from "./next-year.rules.ts";

type NextYearFormProps = {
  form: ActionFormState;
  tab: NextYearTab;
  yearId: number;
  /** The text on the left of the form's footer. */
  says: ReactNode;
  button: string;
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** The form of a tab. Its button is always in view. */
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
      <FixedBottomBar>
        <div className="flex w-full items-center justify-between gap-4 max-md:py-1">
          <p className="min-w-0">{says}</p>
          <BusyButton busy="Saving" intent={tab}>
            {button}
          </BusyButton>
        </div>
      </FixedBottomBar>
    </ActionForm>
  );
}

type ChoiceSelectProps = {
  form: ActionFormState;
  name: string;
  label: string;
  value: string;
  /** The value in a rejected form. Undefined if nobody changed this choice, which then shows the stored value. */
  chosen: string | undefined;
  choices: readonly NextYearChoice[];
  prompt: string;
  /** The highlight of an empty choice: `refused` if it prevents the rollover, `waiting` if it does not. */
  asks?: "refused" | "waiting" | null;
  children?: ReactNode;
};

/** Returns the value of this choice in a rejected form, or undefined if the choice was not changed. */
export function rejectedChoice(
  { reply }: ActionFormState,
  { name, was }: { name: string; was: string },
): string | undefined {
  const values = reply?.initialValue ?? {};
  const [chosen = "", before = ""] = [values[name], values[was]];
  return chosen === before ? undefined : String(chosen);
}

export function ChoiceSelect({
  form,
  name,
  label,
  value,
  chosen,
  choices,
  prompt,
  asks,
  children,
}: ChoiceSelectProps) {
  const id = `${form.id}-${name}`;
  const [error] = form.conform.allErrors[name] ?? [];
  return (
    <>
      <select
        {...errorLinks(id, { hint: undefined, error })}
        aria-label={label}
        className={classes(
          "field-box min-h-[34px] py-0.5",
          asks === "refused" && "border-2 border-refused font-semibold text-refused",
          asks === "waiting" && "border-waiting font-semibold text-waiting",
        )}
        defaultValue={chosen ?? value}
        id={id}
        name={name}
      >
        <option value="">{prompt}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
        {children}
      </select>
      {error ? (
        <span className="mt-1 block text-13 font-semibold text-refused" id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </>
  );
}
