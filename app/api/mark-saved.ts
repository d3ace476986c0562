import { z } from "zod";
import { closedError } from "#access/closed.server.ts";
import type { RecordSaved } from "#features/mark-sheet/save/save-mark-record.server.ts";
import { CLOSED_WORDS } from "#features/mark-sheet/save/sheet-words.rules.ts";
import type { Reply } from "./dispatch/endpoint.ts";
import { fieldOnTheWire, recordOnTheWire, StudentRecord, valuesOnTheWire } from "./mark-record.ts";

export const SavedMark = z.strictObject({
  message: z.string(),
  version: z.int(),
  data: StudentRecord,
  /** What the changed fields held before; empty where nothing was changed. */
  replaced: z.record(z.string(), z.unknown()),
});

/** What became of a mark record. @throws forbidden, conflict where nothing can be entered */
export function markSaved(saved: RecordSaved): Reply<z.input<typeof SavedMark>> {
  if (saved.outcome === "locked") throw closedError(saved.lock, `Not saved: ${CLOSED_WORDS[saved.lock]}.`);
  if (saved.outcome === "unsaved") return unsaved(saved);
  const { sheet, student, stored, replaced } = saved;
  const data = {
    ...recordOnTheWire(sheet, student),
    ...valuesOnTheWire(stored.values),
    version: stored.version,
  };
  const body = { message: "Saved.", version: stored.version, data, replaced: valuesOnTheWire(replaced) };
  return { status: 200, body };
}

/** Refused for what was sent, or because a colleague changed it: then with both values. */
function unsaved({ result, wanted }: Extract<RecordSaved, { outcome: "unsaved" }>): Reply<never> {
  if (result.outcome === "refused") {
    const field = fieldOnTheWire(result.field ?? "student_id");
    return { status: 422, body: { message: result.reason, errors: { [field]: [result.reason] } } };
  }
  const { by, at, fields, stored } = result;
  return {
    status: 409,
    body: {
      message: `${by} changed this in the meantime.`,
      by,
      at,
      version: stored.version,
      stored: valuesOnTheWire(stored.values),
      yours: valuesOnTheWire(wanted),
      fields: fields.map(({ field, from, to }) => ({ field: fieldOnTheWire(field), from, to })),
    },
  };
}
