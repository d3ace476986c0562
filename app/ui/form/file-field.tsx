import type { ComponentPropsWithoutRef, RefObject } from "react";
import { errorDescriptionProps, FieldFrame, type FieldText } from "./field.tsx";

type FileFieldProps = Omit<FieldText, "aside"> & {
  name: string;
  box?: RefObject<HTMLInputElement>;
} & Omit<ComponentPropsWithoutRef<"input">, "name" | "type" | "className">;

/** A field to choose a file. Its id is its name by default. */
export function LabelledFileField({ label, hint, error, box, ...input }: FileFieldProps) {
  const id = input.id ?? input.name;
  return (
    <FieldFrame error={error} hint={hint} id={id} label={label}>
      <input
        {...input}
        {...errorDescriptionProps(id, { hint, error })}
        className="field-box h-auto !py-2 file:mr-3 file:cursor-pointer file:rounded-sm file:border file:border-solid file:border-field file:bg-cream file:px-3 file:py-0.5 file:font-semibold"
        id={id}
        ref={box}
        type="file"
      />
    </FieldFrame>
  );
}
