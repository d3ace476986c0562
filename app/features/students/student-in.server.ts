import { parseId } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";

/** Returns the student in the address. @throws notFound */
export function studentIn({ studentKey }: Readonly<Record<string, string | undefined>>): number {
  const id = parseId(studentKey);
  if (id === null) throw notFound("This student’s record no longer exists, or you cannot open it.");
  return id;
}
