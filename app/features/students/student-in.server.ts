import { parseId } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";

/** Returns the student's key from the URL. @throws notFound */
export function parseStudentKey({ studentKey }: Readonly<Record<string, string | undefined>>): number {
  const id = parseId(studentKey);
  if (id === null) throw notFound("This student’s record no longer exists, or you cannot open it.");
  return id;
}
