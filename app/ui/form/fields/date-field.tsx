import type { DayRange } from "#domain/text/read-day.ts";
import { FieldFrame, type FieldText } from "../field.tsx";
import { DateBox } from "./date-box.tsx";
import { fieldControlProps, type ActionFormField } from "./fields.tsx";

type DateFieldProps = Omit<FieldText, "error"> & {
  field: ActionFormField;
  /** The first and last accepted day. The schema of the form must check both too. */
  first?: string;
  last?: string;
  holidays?: DayRange["holidays"];
  required?: boolean;
  hasTime?: boolean;
};

/** A date field of a form. The default value must be written by `formatDate`. */
export function DateField({ field, label, hint, aside, ...box }: DateFieldProps) {
  const { id, name, error, defaultValue } = fieldControlProps(field);
  return (
    <FieldFrame aside={aside} hint={hint} id={id} label={label}>
      <DateBox
        describedBy={hint ? `${id}-hint` : undefined}
        {...box}
        error={error}
        id={id}
        key={field.key}
        name={name}
        value={defaultValue}
      />
    </FieldFrame>
  );
}
