import type { ReactNode } from "react";
import { FieldControl, FieldStatus, FieldSaveStateSlot } from "#saving/screen/field/field-status.tsx";
import { useControlName, useIsEditable, useField, useShownValue } from "#saving/screen/field/row-context.ts";
import { ReadOnlyField } from "#saving/screen/form/form-field.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";

/** Six columns, with related fields next to each other. A phone has two columns for short fields. */
export const FIELD_GRID_CLASS = "grid grid-cols-2 gap-x-4 gap-y-3.5 md:grid-cols-6";
export const THIRD_WIDTH_CLASS = "col-span-2";
export const SHORT_FIELD_WIDTH_CLASS = "[@media(min-width:360px)]:max-md:col-span-1 col-span-2";
export const HALF_WIDTH_CLASS = "col-span-2 md:col-span-3";
export const TWO_THIRDS_WIDTH_CLASS = "col-span-2 md:col-span-4";

type TabFieldProps = {
  name: string;
  className?: string;
  /** A shortcut on the right of the label, shown while the field has no status. */
  children?: ReactNode;
};

type FollowedFieldProps = { title: string; value: string; className?: string; children?: ReactNode };

/** A read-only detail that is taken from a parent, where it can be changed. */
export function FieldFromParent({ title, value, className, children }: FollowedFieldProps) {
  return (
    <div className={joinClassNames("min-w-0", className)}>
      <p className="mb-1 min-h-6 font-semibold">{title}</p>
      <p className="flex min-h-10 items-center whitespace-pre-wrap break-words rounded border border-line-2 bg-cream px-3 py-1.5 text-muted touch:min-h-11">
        {value}
      </p>
      {children}
    </div>
  );
}

/**
 * A field that saves by itself: the label with the status, the control, and below it any message that needs attention.
 */
export function StudentTabField({ name: field, className, children }: TabFieldProps) {
  const { title, kind } = useField(field);
  const name = useControlName(field);
  const value = useShownValue(field);
  if (!useIsEditable(field))
    return <ReadOnlyField className={className} field={{ name: field, title, kind, value }} />;
  return (
    <div className={joinClassNames("min-w-0", className)}>
      <div className="mb-1 flex min-h-6 flex-wrap items-center justify-between gap-x-2">
        <label className="font-semibold" htmlFor={name}>
          {title}
        </label>
        <FieldSaveStateSlot field={field}>{children}</FieldSaveStateSlot>
      </div>
      <FieldControl
        className={joinClassNames("field-box", kind.control === "text" && "min-h-[70px] py-2")}
        field={field}
      />
      <FieldStatus field={field} isAlone />
    </div>
  );
}

type TabTickBoxProps = Pick<TabFieldProps, "name" | "className"> & {
  /** The text beside the checkbox, if it differs from the field's title. */
  words?: string;
};

/** A checkbox on a line of its own, with the status on the right. */
export function TabTickBox({ name: field, className, words }: TabTickBoxProps) {
  const { title } = useField(field);
  const isTicked = useShownValue(field) !== null;
  if (!useIsEditable(field))
    return (
      <p className={joinClassNames("flex items-center gap-3 py-2", !isTicked && "text-muted", className)}>
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
          <span>{words ?? title}</span>
        </label>
        <FieldSaveStateSlot field={field} />
      </div>
      <FieldStatus field={field} isAlone />
    </div>
  );
}
