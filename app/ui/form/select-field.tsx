import type { ComponentPropsWithoutRef } from "react";
import { classes } from "../classes.ts";
import { errorLinks, FieldFrame, type FieldText } from "./field.tsx";

export type Choice = {
  value: string;
  /** Includes the reason for a choice that is disabled. */
  label: string;
  disabled?: boolean;
};

type SelectFieldProps = FieldText & {
  name: string;
  choices: readonly Choice[];
  /** The words of a first, empty choice ('Choose a class'). Without them, the first real choice is the default. */
  prompt?: string;
} & Omit<ComponentPropsWithoutRef<"select">, "name" | "children">;

export function SelectField({
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
        {...errorLinks(id, { hint, error })}
        className={classes("field-box", className)}
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
