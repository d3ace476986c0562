import { parseId } from "#domain/paths.ts";
import { itemNotFound } from "#runtime/errors.ts";

/** Reads the employee's id from the parameters of a URL. @throws notFound */
export function parseEmployeeId({ employeeId }: Readonly<Record<string, string | undefined>>): number {
  const id = parseId(employeeId);
  if (id === null) throw itemNotFound("employee’s record", "employee");
  return id;
}
