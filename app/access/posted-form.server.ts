import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { badRequest } from "#runtime/errors.ts";

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; errors: Record<string, string> };

/** The form of a request, which stays readable. @throws badRequest for a body that is not a form */
export async function postedForm(request: Request): Promise<FormData> {
  try {
    return await request.clone().formData();
  } catch {
    throw badRequest("This was not sent by a form.");
  }
}

/** What the form says, or the first reason for each field at fault. */
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
