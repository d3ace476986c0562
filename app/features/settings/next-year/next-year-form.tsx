import type { FormEvent, ReactNode } from "react";
import { classes } from "#ui/classes.ts";
import { ActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { errorLinks } from "#ui/form/field.tsx";
import { FixedFoot } from "#ui/overlay/fixed-foot.tsx";
import { nextYearUrl, type NextYearTab, type Choice } from "./next-year.rules.ts";

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

type ChoiceSelectProps = {
  form: ActionFormState;
  name: string;
  label: string;
  value: string;
  /** The value in a rejected form; a choice that nobody touched shows the stored one. */
  chosen: string | undefined;
  choices: readonly Choice[];
  prompt: string;
  /** The mark on an empty choice: `refused` when it stops the rollover, `waiting` when it should be made before it. */
  asks?: "refused" | "waiting" | null;
  children?: ReactNode;
};

/** Returns the value of a changed choice in a rejected form. */
export function chosenIn(
  { reply }: ActionFormState,
  { name, was }: { name: string; was: string },
): string | undefined {
  const values = reply?.initialValue ?? {};
  const [chosen = "", before = ""] = [values[name], values[was]];
  return chosen === before ? undefined : String(chosen);
}

/** A choice in a row, with its error under it. */
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
