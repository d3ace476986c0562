import type { z } from "zod";
import type { MarkRecordSaved } from "#features/mark-sheet/save/save-mark-record.server.ts";
import type { Reply } from "./dispatch/endpoint.ts";
import { fieldOnTheWire, recordOnTheWire, StudentRecord, valuesOnTheWire } from "./mark-record.ts";
import { respondToSave, savedRow } from "./saved-row.ts";

export const SavedMark = savedRow(StudentRecord);

const WIRE = { values: valuesOnTheWire, field: fieldOnTheWire };

/** Answers for a saved mark. @throws Forbidden or Conflict when nothing can be entered */
export function markSaved({ sheet, student, saved }: MarkRecordSaved): Reply<z.input<typeof SavedMark>> {
  return respondToSave(saved, WIRE, ({ version, values }) => ({
    ...recordOnTheWire(sheet, student),
    ...valuesOnTheWire(values),
    version,
  }));
}
