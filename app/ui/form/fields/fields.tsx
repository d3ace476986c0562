import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { joinClassNames } from "../../classes.ts";
import { SegmentedControl } from "../choice/segments.tsx";
import {
  errorDescriptionProps,
  LabelledTextField,
  FieldErrorMessage,
  FieldFrame,
  type FieldProps,
  type FieldText,
} from "../field.tsx";
import { LabelledFileField as FileInput } from "../file-field.tsx";
import { LabelledSelectField as Select } from "../select-field.tsx";

/** A field of `useActionForm`. Pass the whole object and never spread it, because it is a proxy of Conform. */
export type ActionFormField = {
  id: string;
  name: string;
  key: string | undefined;
  initialValue: unknown;
  value: unknown;
  errors: string[] | undefined;
};

/** The properties of a control. `field` replaces the properties that the field provides. */
export type BoundFieldProps<Props> = { field: ActionFormField } & Omit<
  Props,
  "id" | "name" | "error" | "defaultValue" | "maxLength"
>;

/** A limit that the schema checks. The browser does not get it, because its `maxLength` would cut off longer text. */
type Limited = { maxLength?: number };

export function TextField({ field, maxLength, ...props }: BoundFieldProps<FieldProps> & Limited) {
  const counter = <Counter field={field} maxLength={maxLength} />;
  return <LabelledTextField aside={counter} key={field.key} {...props} {...fieldControlProps(field)} />;
}

type TextAreaProps = BoundFieldProps<FieldText & ComponentPropsWithoutRef<"textarea">> & Limited;

/** @public */
export function TextArea({ field, maxLength, className, label, hint, aside, ...props }: TextAreaProps) {
  const { error, ...binding } = fieldControlProps(field);
  const counter = <Counter field={field} maxLength={maxLength} />;
  return (
    <FieldFrame
      aside={aside ?? counter}
      error={error}
      hint={hint}
      id={field.id}
      key={field.key}
      label={label}
      text={binding.defaultValue}
    >
      <textarea
        className={joinClassNames("field-box py-2", className)}
        rows={4}
        {...props}
        {...binding}
        {...errorDescriptionProps(field.id, { hint, error })}
      />
    </FieldFrame>
  );
}

/** A drop-down list. Without a prompt, the first choice is the default. */
export function SelectField({ field, ...props }: BoundFieldProps<ComponentPropsWithoutRef<typeof Select>>) {
  const { choices, prompt } = props;
  const first = prompt === undefined ? choices[0]?.value : "";
  const { defaultValue = first, ...binding } = fieldControlProps(field);
  return <Select key={field.key} {...props} {...binding} defaultValue={defaultValue} />;
}

type ChoiceFieldProps = BoundFieldProps<Omit<ComponentPropsWithoutRef<typeof SegmentedControl>, "chosen">>;

/** A few choices side by side. The first is the default. @public */
export function ChoiceField({ field, ...props }: ChoiceFieldProps) {
  const { defaultValue = props.choices[0]?.value ?? "", ...binding } = fieldControlProps(field);
  return <SegmentedControl key={field.key} {...props} {...binding} chosen={defaultValue} />;
}

type CheckboxProps = BoundFieldProps<ComponentPropsWithoutRef<"input">> & {
  label: ReactNode;
  hint?: ReactNode;
};

/**
 * A checkbox. The schema must read it with `z.boolean().default(false)`, because browsers do not send an unticked box.
 * @public
 */
export function Checkbox({ field, label, hint, ...props }: CheckboxProps) {
  const { id, name, error, defaultValue } = fieldControlProps(field);
  return (
    <div>
      <label className="flex items-center gap-3 touch:min-h-11" htmlFor={id}>
        <input
          className="tick"
          key={field.key}
          {...props}
          {...errorDescriptionProps(id, { hint, error })}
          defaultChecked={defaultValue === "on"}
          id={id}
          name={name}
          type="checkbox"
        />
        {label}
      </label>
      {hint ? (
        <p className="pl-[34px] text-13 text-muted touch:-mt-2.5 touch:pb-1" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldErrorMessage error={error} id={id} />
    </div>
  );
}

export function FileField({ field, ...props }: BoundFieldProps<ComponentPropsWithoutRef<typeof FileInput>>) {
  const { id, name, error } = fieldControlProps(field);
  return <FileInput key={field.key} {...props} error={error} id={id} name={name} />;
}

export function HiddenField({ field }: { field: ActionFormField }) {
  const { id, name, defaultValue } = fieldControlProps(field);
  return <input id={id} name={name} type="hidden" value={defaultValue} />;
}

/** Returns the properties of a control that come from its field. */
export function fieldControlProps({ id, name, initialValue, errors }: ActionFormField) {
  const defaultValue = typeof initialValue === "string" ? initialValue : undefined;
  return { id, name, defaultValue, error: errors?.[0] };
}

/** The counter is shown once the text has reached this fraction of the limit. */
const SHOWN_FROM = 0.75;

function Counter({ field, maxLength }: { field: ActionFormField } & Limited) {
  const length = typeof field.value === "string" ? [...field.value].length : 0;
  if (maxLength === undefined || length < maxLength * SHOWN_FROM) return null;
  return (
    <span className={joinClassNames(length > maxLength && "font-semibold text-refused")}>
      {length} of {maxLength}
    </span>
  );
}
