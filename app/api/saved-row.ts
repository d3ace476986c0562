import { z } from "zod";
import { closedError } from "#access/closed.server.ts";
import type { Values } from "#fields/value.ts";
import { YOURSELF } from "#saving/protocol/protocol.ts";
import type { RecordSaved } from "#saving/server/save-record.server.ts";
import type { Reply } from "./dispatch/endpoint.ts";
import { told } from "./dispatch/input.ts";

const OWN_CHANGE = "You changed this on another page in the meantime.";

/** What is answered to a row that was saved. */
export function savedRow<Data extends z.ZodType>(data: Data) {
  return z.strictObject({
    message: z.string(),
    version: z.int(),
    data,
    /** What the changed fields held before; empty where nothing was changed. */
    replaced: z.record(z.string(), z.unknown()),
  });
}

/** How a row's values and fields are called on the wire. */
type Wire = {
  values: (values: Values) => Record<string, unknown>;
  field: (name: string) => string;
  /** Why a field was refused, where its record says it in words that its screen needs and a call cannot use. */
  reason?: (name: string, reason: string) => string;
};

export const AS_THEY_ARE: Wire = { values: (values) => values, field: (name) => name };

type SavedBody<Data> = { message: string; version: number; data: Data; replaced: Record<string, unknown> };

type Stored = Extract<RecordSaved, { outcome: "saved" }>["stored"];

/** What became of a row that a call sent. @throws forbidden, conflict where nothing can be entered */
export function answerSaved<Data>(
  saved: RecordSaved,
  wire: Wire,
  dataOf: (stored: Stored) => Data,
): Reply<SavedBody<Data>> {
  if (saved.outcome === "closed") {
    throw closedError({ ...saved.closed, words: `Not saved: ${saved.closed.words}.` });
  }
  if (saved.outcome === "unsaved") return unsaved(saved, wire);
  const { stored, replaced } = saved;
  const { version } = stored;
  return {
    status: 200,
    body: { message: "Saved.", version, data: dataOf(stored), replaced: wire.values(replaced) },
  };
}

/** Refused for what was sent, or because a colleague changed it: then with both values. */
function unsaved(
  { result, wanted }: Extract<RecordSaved, { outcome: "unsaved" }>,
  { values, field, reason: worded = (_, reason) => reason }: Wire,
): Reply<never> {
  if (result.outcome === "refused") {
    const named = result.refusals.map(({ field: of, reason }) => [
      field(of ?? "student_id"),
      [of === null ? reason : worded(of, reason)],
    ]);
    const errors = Object.fromEntries(named) as Record<string, string[]>;
    return { status: 422, body: { message: told(errors), errors } };
  }
  const { by, at, stored } = result;
  const message = by === YOURSELF ? OWN_CHANGE : `${by} changed this in the meantime.`;
  const fields = result.fields.map((changed) => ({ ...changed, field: field(changed.field) }));
  const held = { stored: values(stored.values), yours: values(wanted) };
  return { status: 409, body: { message, by, at, version: stored.version, ...held, fields } };
}
