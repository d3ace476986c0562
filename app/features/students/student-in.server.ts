import { parseId } from "#domain/paths.ts";
import { itemNotFound } from "#runtime/errors.ts";

/** Returns the student's key from the URL. @throws notFound */
export function parseStudentKey({ studentKey }: Readonly<Record<string, string | undefined>>): number {
  const id = parseId(studentKey);
  if (id === null) throw itemNotFound("student’s record", "student");
  return id;
}
