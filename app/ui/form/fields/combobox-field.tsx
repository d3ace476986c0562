import { FieldFrame, type FieldText } from "../field.tsx";
import { bindingOf, type Bound } from "./fields.tsx";
import { Combobox } from "../choice/combobox.tsx";
import type { ComboboxChoice } from "../choice/use-choice-list.ts";

type ComboboxFieldProps = Bound<FieldText> & { choices: readonly ComboboxChoice[] };

/** One of many choices, found by typing a part of it. */
export function ComboboxField({ field, choices, label, hint, aside }: ComboboxFieldProps) {
  const { defaultValue = "", error, ...binding } = bindingOf(field);
  return (
    <FieldFrame aside={aside} error={error} hint={hint} id={field.id} label={label}>
      <Combobox
        {...binding}
        choices={choices}
        error={error}
        hint={hint}
        key={field.key}
        label={label}
        value={defaultValue}
      />
    </FieldFrame>
  );
}
