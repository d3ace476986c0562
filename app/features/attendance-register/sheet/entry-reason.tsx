import { REASON_WORDS, type AbsenceReason } from "#domain/daily/attendance-states.ts";
import type { Values } from "#fields/value.ts";
import { FieldControl } from "#saving/screen/field/field-control.tsx";
import { useRowContext } from "#saving/screen/field/row-context.ts";

/** Why, and what is known of it: closed to one line, for most absences have none. */
export function EntryReason({ said }: { said: Values }) {
  const { row } = useRowContext();
  const words = [REASON_WORDS[said.reason as AbsenceReason], said.note].filter(Boolean).join(", ");
  return (
    <details className="reason">
      <summary>{words || "Reason"}</summary>
      <div>
        <label htmlFor={`reason.${row}`}>Reason</label>
        <FieldControl className="field-box" field="reason" />
        <label htmlFor={`note.${row}`}>Note</label>
        <FieldControl className="field-box" field="note" />
      </div>
    </details>
  );
}
