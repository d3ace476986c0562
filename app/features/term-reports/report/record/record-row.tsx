import type { ReactNode } from "react";

import { fieldText } from "#fields/kind.ts";

import { FieldState } from "./field-state.tsx";
import { useEditable, useField, useShown } from "./report-context.ts";

/** A line of the record: the label, and at its right the field or, to who only reads, what it holds. */
export function RecordRow({ field, children }: { field: string; children: ReactNode }) {
  const isEditable = useEditable(field);
  const { title: label } = useField(field);
  return (
    <div className="flex min-h-12 flex-col justify-center border-b px-4 py-1.5 grow xl:max-h-[68px] has-[p]:max-h-none has-[p]:grow-0">
      <div className="flex items-center justify-between gap-3">
        {isEditable && field !== "promotion_progress" ? (
          <label className="text-muted" htmlFor={field}>
            {label}
          </label>
        ) : (
          <span className="text-muted" id={`${field}-label`}>
            {label}
          </span>
        )}
        {isEditable ? children : <Printed field={field} />}
      </div>
      <FieldState field={field} />
    </div>
  );
}

function Printed({ field }: { field: string }) {
  return (
    <span className="min-w-0 break-words text-right font-semibold">{fieldText(useShown(field)) || "–"}</span>
  );
}
