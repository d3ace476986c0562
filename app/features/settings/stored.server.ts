import { badRequest } from "#runtime/errors.ts";
import type { Sent, Typed } from "./refused-fields.tsx";

/** `words` say what was done. */
export type Stored = { ok: true; words: string } | NotStored;
type NotStored = { ok: false; status: 409 | 422; sent: Sent };

/** What the form asks for is not done: why, by the names of its fields, and what was typed. */
export function notStored(status: 409 | 422, form: FormData, errors: Sent["errors"]): NotStored {
  return { ok: false, status, sent: { typed: typedIn(form), errors } };
}

/** Somebody was first: with what stands now said beside the form, its next press is about that. */
export function notStoredOver(version: number, form: FormData, errors: Sent["errors"]): NotStored {
  const { status, sent, ok } = notStored(409, form, errors);
  return { ok, status, sent: { ...sent, typed: { ...sent.typed, version: String(version) } } };
}

/** The version that the form was opened with, which shows whether it is stale. @throws badRequest */
export function versionIn(form: FormData): number {
  const version = Number(form.get("version"));
  if (!Number.isSafeInteger(version) || version <= 0) throw badRequest();
  return version;
}

function typedIn(form: FormData): Typed {
  return Object.fromEntries(
    [...form].flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
  );
}
