import type { ReactNode } from "react";
import { FieldControl, FieldStatus } from "#saving/screen/field/field-status.tsx";
import { FieldSlot } from "#saving/screen/field/field-slot.tsx";
import { useControlName, useEditable, useField, useShown } from "#saving/screen/field/row-context.ts";
import { PrintedField } from "#saving/screen/form/form-field.tsx";
import { classes } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";

/** Six columns, with related fields in one row. A phone has two columns for short fields. */
export const GRID = "grid grid-cols-2 gap-x-4 gap-y-3.5 md:grid-cols-6";
export const THIRD = "col-span-2";
export const SHORT = "[@media(min-width:360px)]:max-md:col-span-1 col-span-2";
export const HALF = "col-span-2 md:col-span-3";
export const WIDE = "col-span-2 md:col-span-4";

type TabFieldProps = {
  name: string;
  className?: string;
  /** A shortcut to the right of the label, as long as the field has no status to show. */
  children?: ReactNode;
};

/**
 * Shows a field that saves itself: the label with the status, the control, and below them anything that needs the
 * person's attention.
 */
export function TabField({ name: field, className, children }: TabFieldProps) {
  const { title, kind } = useField(field);
  const name = useControlName(field);
  const value = useShown(field);
  if (!useEditable(field))
    return <PrintedField className={className} field={{ name: field, title, kind, value }} />;
  return (
    <div className={classes("min-w-0", className)}>
      <div className="mb-1 flex min-h-6 flex-wrap items-center justify-between gap-x-2">
        <label className="font-semibold" htmlFor={name}>
          {title}
        </label>
        <FieldSlot field={field}>{children}</FieldSlot>
      </div>
      <FieldControl
        className={classes("field-box", kind.control === "text" && "min-h-[70px] py-2")}
        field={field}
      />
      <FieldStatus field={field} isAlone />
    </div>
  );
}

/** Shows a tick box on a line of its own, with the status at the right. */
export function TabBox({ name: field, className }: Omit<TabFieldProps, "children">) {
  const { title } = useField(field);
  const isTicked = useShown(field) !== null;
  if (!useEditable(field))
    return (
      <p className={classes("flex items-center gap-3 py-2", !isTicked && "text-muted", className)}>
        <Icon name={isTicked ? "tick" : "dash"} />
        <span>
          {title}
          <span className="sr-only">: {isTicked ? "yes" : "no"}</span>
        </span>
      </p>
    );
  return (
    <div className={className}>
      <div className="flex items-center justify-between gap-2">
        <label className="flex min-h-10 min-w-0 cursor-pointer items-center gap-3 touch:min-h-11">
          <FieldControl className="size-5 shrink-0 accent-red" field={field} />
          <span>{title}</span>
        </label>
        <FieldSlot field={field} />
      </div>
      <FieldStatus field={field} isAlone />
    </div>
  );
}
