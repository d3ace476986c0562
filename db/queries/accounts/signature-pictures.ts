import type { Transaction } from "../../index.ts";
import { Employee } from "../../models/people.ts";

/** Locks the employee, so that two uploads take turns. */
export function lockedSignature(
  employeeId: number | null,
  t: Transaction,
): Promise<Pick<Employee, "signature"> | null> {
  const lock = t.LOCK.NO_KEY_UPDATE;
  return Employee.selectOne(["signature"], { where: { employee_id: employeeId }, lock }, t);
}

/** What is signed from now on carries it; null prints the name alone. */
export async function setSignature(
  { employeeId, fileName }: { employeeId: number | null; fileName: string | null },
  t: Transaction,
): Promise<void> {
  await Employee.update({ signature: fileName }, { employee_id: employeeId }, t);
}
