import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { badRequest, invalid } from "#runtime/errors.ts";
import { isPageForm, readForm } from "#runtime/request-body.ts";
import { readCarriedForm } from "./carried/carried-form.server.ts";

export type ParsedForm<Value> = { ok: true; value: Value } | { ok: false; errors: Record<string, string> };

/** Our largest form, the mark sheet of 150 students, has 10% fewer fields. */
const MOST_FIELDS = 2_000;

/**
 * Reads the form of a request without consuming the body, and decrypts a carried form.
 * @throws BadRequest for a body that is not a form, Invalid for invalid text and for a form that none of our pages
 * sends
 */
export async function readPostedForm(request: Request): Promise<FormData> {
  const sent = isPageForm(request) ? await readForm(request.clone()) : null;
  if (!sent) throw badRequest("The form could not be read. Reload the page, then try again.");
  rejectRepeatedFields([...sent.keys()]);
  const form = readCarriedForm(request, sent) ?? sent;
  rejectRepeatedFields([...form.keys()]);
  return form;
}

/**
 * Rejects repeated field names. Our forms use each name once, and libraries that collect repeated names may take
 * seconds for many of them.
 * @throws Invalid for names that are repeated, or for too many names
 */
export function rejectRepeatedFields(names: readonly string[]): void {
  if (names.length > MOST_FIELDS) throw invalid("This form has too many fields. Send fewer fields.");
  if (new Set(names).size < names.length)
    throw invalid("This form sends a field more than once. Send each field once.");
}

export function parseForm<Schema extends z.ZodObject>(
  form: FormData,
  schema: Schema,
): ParsedForm<z.output<Schema>> {
  const submission = parseWithZod(fieldsOf(schema, form), { schema });
  if (submission.status === "success") return { ok: true, value: submission.value };
  const faults = Object.entries(submission.error ?? {});
  return {
    ok: false,
    errors: Object.fromEntries(faults.map(([field, reasons]) => [field, reasons?.[0] ?? ""])),
  };
}

/** Drops fields that the schema lacks, because Conform treats `a.b[0]` as a path and `__intent__` as a command. */
function fieldsOf({ shape }: z.ZodObject, form: FormData): FormData {
  const fields = new FormData();
  for (const name of Object.keys(shape)) {
    const value = form.get(name);
    if (value !== null) fields.set(name, value);
  }
  return fields;
}
