import { parseId } from "#domain/paths.ts";
import { notFound } from "#runtime/errors.ts";

/** Reads the employee's id from the parameters of a URL. @throws notFound */
export function parseEmployeeId({ employeeId }: Readonly<Record<string, string | undefined>>): number {
  const id = parseId(employeeId);
  if (id === null) throw notFound("This employee’s record no longer exists, or you cannot open it.");
  return id;
}
