import type { ComponentPropsWithoutRef, ReactNode, RefObject } from "react";
import { joinClassNames } from "../classes.ts";
import { Icon } from "../page/icon.tsx";
import { PrintableText } from "./printable-text.tsx";

export type FieldText = {
  label: string;
  /** Advice under the label. */
  hint?: ReactNode;
  /**
   * The reason why the value was rejected. The message is shown under the field and linked to the field for screen
   * readers.
   */
  error?: string | undefined;
  /** Content to the right of the label, such as a counter or a link. */
  aside?: ReactNode;
  /** The class of the label, for a table whose column heading replaces the visible label. */
  labelClass?: string;
};

export type FieldProps = FieldText & {
  name: string;
  /** True for a box 44 px high with 18 px text on every device, as in the sign-in. */
  large?: boolean;
  box?: RefObject<HTMLInputElement>;
  /** An element on top of the input, such as a button at its right end. */
  children?: ReactNode;
} & Omit<ComponentPropsWithoutRef<"input">, "name" | "children">;

/** A text field. Its id is its name by default; an error summary links to the id. */
export function LabelledTextField({
  label,
  hint,
  error,
  aside,
  labelClass,
  large,
  className,
  box,
  children,
  ...input
}: FieldProps) {
  const id = input.id ?? input.name;
  const control = (
    <input
      type="text"
      {...input}
      {...errorDescriptionProps(id, { hint, error })}
      className={joinClassNames("field-box", large && "min-h-11 text-18", className)}
      id={id}
      ref={box}
    />
  );
  const text = input.defaultValue ?? input.value;
  return (
    <FieldFrame
      aside={aside}
      error={error}
      hint={hint}
      id={id}
      label={label}
      labelClass={labelClass}
      text={typeof text === "string" ? text : undefined}
    >
      {children === undefined ? (
        control
      ) : (
        <div className="relative">
          {control}
          {children}
        </div>
      )}
    </FieldFrame>
  );
}

export function FieldFrame({
  id,
  label,
  hint,
  error,
  aside,
  labelClass,
  text,
  children,
}: FieldText & { id: string; text?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <div className={joinClassNames("mb-1 flex items-baseline justify-between gap-3", labelClass)}>
        <label className="font-semibold" htmlFor={id}>
          {label}
        </label>
        {aside ? <span className="text-13 text-muted">{aside}</span> : null}
      </div>
      {hint ? (
        <p className="mb-2 text-13 text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <PrintableText text={text}>{children}</PrintableText>
      <FieldErrorMessage error={error} id={id} />
    </div>
  );
}

export function FieldErrorMessage({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="mt-1 flex gap-1.5 text-13 font-semibold text-refused" id={`${id}-error`}>
      <Icon className="mt-px" name="refused" />
      {error}
    </p>
  );
}

/** Returns the attributes that link a control to its hint and its error for screen readers. */
export function errorDescriptionProps(id: string, { hint, error }: Pick<FieldText, "hint" | "error">) {
  const describedBy = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ");
  return { "aria-describedby": describedBy || undefined, "aria-invalid": error ? true : undefined };
}
