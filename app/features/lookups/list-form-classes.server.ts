import { noTransaction } from "#db/index.ts";
import { formClasses } from "#db/queries/class-teachers.ts";
import type { FormClassRow } from "#db/queries/class-teachers.ts";

/** The form classes of the school, from the youngest to the oldest. */
export function listFormClasses(): Promise<FormClassRow[]> {
  return formClasses(noTransaction);
}
