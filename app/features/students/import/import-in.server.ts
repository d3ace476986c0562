import { notFound } from "#runtime/errors.ts";
import { isImportId } from "./imports.ts";

/** Which import an address names. @throws notFound */
export function importIn({ importId }: Readonly<Record<string, string | undefined>>): string {
  if (!isImportId(importId)) throw notFound("There is no such import.");
  return importId;
}
