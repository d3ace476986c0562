import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";
import { errorDescriptionProps } from "#ui/form/field.tsx";
import { MAY_NOT_BE_SAVED } from "#ui/form/form-result.ts";
import { useSavingForm } from "#ui/form/use-saving-form.ts";
import { FixedBottomBar } from "#ui/overlay/fixed-foot.tsx";
import { SaveStatus, type SaveStatusKind } from "#ui/page/save-status.tsx";
import { nextYearUrl, previousValueField, type NextYearTab, type NextYearChoice } from "./next-year.rules.ts";

type NextYearFormProps = {
  form: ActionFormState;
  tab: NextYearTab;
  yearId: number;
  /** The text on the left of the form's footer. */
  says: ReactNode;
  button: string;
  /** True if the button is needed with JavaScript too, because it acts on ticked rows. */
  isForTicks?: boolean;
  onChange?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** The form of a tab, whose button is always in view. */
export function NextYearForm({
  form,
  tab,
  yearId,
  says,
  button,
  isForTicks = false,
  onChange,
  children,
}: NextYearFormProps) {
  return (
    <ActionForm
      action={nextYearUrl(tab)}
      className="!gap-0 [&>[role=alert]]:mb-4"
      form={form}
      onChange={onChange}
      preventScrollReset
      rejectedTitle="Nothing was saved"
      replace
      savesItself
    >
      <input name="year" type="hidden" value={yearId} />
      {children}
      <FixedBottomBar>
        <div className="flex w-full items-center justify-between gap-4 max-md:py-1">
          <p className="min-w-0">{says}</p>
          {isForTicks ? null : (
            <p className="text-13 text-muted unscripted:hidden">Each row is saved automatically.</p>
          )}
          <span className={isForTicks ? undefined : "hidden unscripted:block"}>
            <BusyButton busy="Saving" intent={tab}>
              {button}
            </BusyButton>
          </span>
        </div>
      </FixedBottomBar>
    </ActionForm>
  );
}

/** Returns the value that a rejected form had for this choice, or undefined if the choice was not changed. */
export function getRejectedChoice(
  { reply }: ActionFormState,
  { name, was }: { name: string; was: string },
): string | undefined {
  const values = reply?.initialValue ?? {};
  const [chosen = "", before = ""] = [values[name], values[was]];
  return chosen === before ? undefined : String(chosen);
}

type SavingSelectProps = {
  form: ActionFormState;
  /** The tab, whose name is the intent that saves the row, and the key of the row. */
  tab: NextYearTab;
  rowKey: number | string;
  name: string;
  label: string;
  /**
   * The stored choice. `was` is its text in the hidden field, by which the server notices other people's changes;
   * `toWas` returns that text for a new choice.
   */
  value: string;
  was: string;
  toWas?: (chosen: string) => string;
  /** Fields that are sent with the choice. */
  extra?: Readonly<Record<string, string>>;
  choices: readonly NextYearChoice[];
  prompt: string;
  /** The value that a form without JavaScript was rejected with; undefined for a choice that nobody touched. */
  rejected: string | undefined;
  /**
   * The highlight of an empty choice: `refused` when it stops the rollover, `waiting` when it should be made before the
   * rollover.
   */
  asks?: "refused" | "waiting" | null;
  /** Returns the fields that make a refused choice possible, with the labels of their buttons. */
  ways?: (chosen: string) => readonly { field: string; words: string }[];
  children?: ReactNode;
};

/**
 * A drop-down list that saves its row as soon as something is chosen. Without JavaScript, the button of the form saves
 * all rows. The error is below, with a button if the choice can be confirmed.
 */
export function RowSavingSelect(props: SavingSelectProps) {
  const { form, name, label, value, was, rowKey, choices, prompt, asks, ways, children } = props;
  const { list, save, error, state, chosen } = useSavedChoice(props);
  const id = `${form.id}-${name}`;
  const others = chosen === "" ? [] : (ways?.(chosen) ?? []);
  const buttons = others.length > 0 ? others : [{ field: "again", words: "Save my choice" }];
  return (
    <>
      <input name={previousValueField(rowKey)} type="hidden" value={was} />
      <span className="flex items-center gap-3">
        <AutoSubmitSelect
          {...errorDescriptionProps(id, { hint: undefined, error })}
          aria-label={label}
          className={joinClassNames(
            "field-box min-h-[34px] min-w-0 py-0.5",
            asks === "refused" && "border-2 border-refused font-semibold text-refused",
            asks === "waiting" && "border-waiting font-semibold text-waiting",
          )}
          id={id}
          list={list}
          name={name}
          onChoose={() => save()}
          value={props.rejected ?? value}
        >
          <option value="">{prompt}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
          {children}
        </AutoSubmitSelect>
        <span className={joinClassNames("shrink-0", state ? "min-w-[72px]" : "sr-only")} role="status">
          {state ? <SaveStatus kind={state} /> : null}
        </span>
      </span>
      {error ? (
        <span className="mt-1 block text-13 font-semibold text-refused" id={`${id}-error`}>
          {error}
          {buttons.map(({ field, words }) => (
            <button
              className="as-link ml-3 inline-flex min-h-6 items-center text-red unscripted:hidden"
              key={field}
              onClick={() => save({ [field]: "on" })}
              type="button"
            >
              {words}
            </button>
          ))}
        </span>
      ) : null}
    </>
  );
}

/**
 * Saves a row. The change is based on the state that the page showed or, after a first save, on the state that was
 * saved.
 */
function useSavedChoice(props: SavingSelectProps) {
  const { form, tab, rowKey, name, extra, toWas = (chosen: string) => chosen } = props;
  const list = useRef<HTMLSelectElement>(null);
  const was = previousValueField(rowKey);
  const [chosen, setChosen] = useState(props.rejected ?? "");
  const { reply, failure, isBusy, send } = useSavingForm<string>({
    id: `${form.id}-${rowKey}`,
    only: ["author", "year", was, name],
    basedOn: (sent, answer) =>
      answer.failure || answer.reply?.error ? null : { [was]: toWas(String(sent.get(name))) },
    onReply: () => {},
  });
  const [unscripted] = form.conform.allErrors[name] ?? [];
  const [own, whole] = [reply?.error?.[name]?.[0], reply?.error?.[""]?.[0]];
  const error = isBusy
    ? undefined
    : failure
      ? `${MAY_NOT_BE_SAVED} Save it again.`
      : (own ?? whole ?? (reply ? undefined : unscripted));

  function save(confirmed: Readonly<Record<string, string>> = {}) {
    const element = list.current;
    if (!element?.form) return;
    setChosen(element.value);
    send(element.form, { intent: tab, alone: "1", ...extra, ...confirmed });
  }

  function stateNow(): SaveStatusKind | null {
    if (isBusy) return "saving";
    if (error) return "refused";
    return reply ? "saved" : null;
  }

  return { list, save, error, state: stateNow(), chosen };
}
