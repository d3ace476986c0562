import { z } from "zod";
import { toLockError } from "#access/closed.server.ts";
import type { FieldValues } from "#fields/value.ts";
import { OWN_CHANGE_AUTHOR } from "#saving/protocol/protocol.ts";
import type { RecordSaveResult } from "#saving/server/save-record.server.ts";
import type { EndpointReply } from "./dispatch/endpoint.ts";
import { addReasonsToMessage } from "./dispatch/input.ts";

const OWN_CHANGE = "You changed this on another page. To replace that change, send the version given here.";

/** Defines the shape of the reply for a saved row. */
export function savedRowSchema<Data extends z.ZodType>(data: Data) {
  return z.strictObject({
    message: z.string(),
    version: z.int(),
    data,
    /** The previous values of the changed fields; empty when nothing changed. */
    replaced: z.record(z.string(), z.unknown()),
  });
}

/** Converts a row's values and field names to those of the API. */
type Wire = {
  values: (values: FieldValues) => Record<string, unknown>;
  field: (name: string) => string;
  /** Replaces a reason that suits the screen but not a call. */
  reason?: (name: string, reason: string) => string;
};

export const NO_FIELD_CONVERSION: Wire = { values: (values) => values, field: (name) => name };

type SavedBody<Data> = { message: string; version: number; data: Data; replaced: Record<string, unknown> };

type Stored = Extract<RecordSaveResult, { outcome: "saved" }>["stored"];

/** Builds the reply for a saved row. @throws Forbidden or Conflict when nothing can be entered */
export function respondToSave<Data>(
  saved: RecordSaveResult,
  wire: Wire,
  dataOf: (stored: Stored) => Data,
): EndpointReply<SavedBody<Data>> {
  if (saved.outcome === "closed") {
    throw toLockError({ ...saved.closed, words: `Not saved: ${saved.closed.words}.` });
  }
  if (saved.outcome === "unsaved") return unsaved(saved, wire);
  const { stored, replaced } = saved;
  const { version } = stored;
  return {
    status: 200,
    body: { message: "Saved.", version, data: dataOf(stored), replaced: wire.values(replaced) },
  };
}

/** Builds the reply for a rejected row. When a colleague changed the row meanwhile, the reply has both values. */
function unsaved(
  { result, wanted }: Extract<RecordSaveResult, { outcome: "unsaved" }>,
  { values, field, reason: worded = (_, reason) => reason }: Wire,
): EndpointReply<never> {
  if (result.outcome === "refused") {
    const named = result.refusals.map(({ field: of, reason }) => [
      field(of ?? "student_id"),
      [of === null ? reason : worded(of, reason)],
    ]);
    const errors = Object.fromEntries(named) as Record<string, string[]>;
    return { status: 422, body: { message: addReasonsToMessage(errors), errors } };
  }
  const { by, at, stored } = result;
  const message = by === OWN_CHANGE_AUTHOR ? OWN_CHANGE : `${by} changed this in the meantime.`;
  const fields = result.fields.map((changed) => ({ ...changed, field: field(changed.field) }));
  const held = { stored: values(stored.values), yours: values(wanted) };
  return { status: 409, body: { message, by, at, version: stored.version, ...held, fields } };
}
