import { row, run } from "../../index.ts";
import type { Transaction } from "../../index.ts";

/** Locks the employee, so that two uploads take turns. */
export function lockedSignature(
  employeeId: number | null,
  t: Transaction,
): Promise<{ signature: string | null } | null> {
  return row<{ signature: string | null }>(
    "select signature from employees where employee_id = $1 order by employee_id for no key update",
    [employeeId],
    t,
  );
}

/** What is signed from now on carries it; null prints the name alone. */
export function setSignature(
  { employeeId, fileName }: { employeeId: number | null; fileName: string | null },
  t: Transaction,
): Promise<void> {
  return run("update employees set signature = $2 where employee_id = $1", [employeeId, fileName], t);
}
