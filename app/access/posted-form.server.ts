import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { badRequest, conflict } from "#runtime/errors.ts";
import { visitOf } from "./session.server.ts";

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; errors: Record<string, string> };

const OTHERS_PAGE =
  "Nothing was saved: this page belongs to somebody else, and you have signed in in this browser since. Open it again.";

/**
 * The form of a request, which stays readable. One that says whose page it stood on, by a field `author`, does nothing in
 * another's name: without scripts no page hears that somebody else has signed in in its browser.
 * @throws badRequest for a body that is not a form, conflict for a form of another's page
 */
export async function postedForm(request: Request): Promise<FormData> {
  const form = await formIn(request);
  const author = form.get("author");
  if (author === null) return form;
  const visit = await visitOf(request);
  if (author !== String(visit?.person.accountId)) throw conflict(OTHERS_PAGE);
  return form;
}

async function formIn(request: Request): Promise<FormData> {
  try {
    return await request.clone().formData();
  } catch {
    throw badRequest("This was not sent by a form.");
  }
}

/** What the form says, or for each field at fault the first reason. */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): Parsed<z.output<Schema>> {
  const submission = parseWithZod(form, { schema });
  if (submission.status === "success") return { ok: true, value: submission.value };
  const faults = Object.entries(submission.error ?? {});
  return {
    ok: false,
    errors: Object.fromEntries(faults.map(([field, reasons]) => [field, reasons?.[0] ?? ""])),
  };
}
