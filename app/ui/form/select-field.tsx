import type { ComponentPropsWithoutRef } from "react";
import { joinClassNames } from "../classes.ts";
import { errorDescriptionProps, FieldFrame, type FieldText } from "./field.tsx";

export type SelectOption = {
  value: string;
  /** The label. If the choice is disabled, the label includes the reason. */
  label: string;
  disabled?: boolean;
};

type SelectFieldProps = FieldText & {
  name: string;
  choices: readonly SelectOption[];
  /** The label of a first, empty choice, such as 'Choose a class'. Without it, the first choice is the default. */
  prompt?: string;
} & Omit<ComponentPropsWithoutRef<"select">, "name" | "children">;

export function LabelledSelectField({
  label,
  hint,
  error,
  aside,
  choices,
  prompt,
  className,
  ...select
}: SelectFieldProps) {
  const id = select.id ?? select.name;
  return (
    <FieldFrame aside={aside} error={error} hint={hint} id={id} label={label}>
      <select
        {...select}
        {...errorDescriptionProps(id, { hint, error })}
        className={joinClassNames("field-box", className)}
        id={id}
      >
        {prompt === undefined ? null : <option value="">{prompt}</option>}
        {choices.map(({ value, label: words, disabled }) => (
          <option disabled={disabled} key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
