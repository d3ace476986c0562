import type { ReadTransaction } from "../../index.ts";
import { DeanAssignment } from "../../models/classes.ts";
import type { TermTransaction } from "../../term-transaction.ts";

export type DeanRow = { employee_id: number; form_class_id: string };

/** Lists the deans of form classes in a year. If an employee is given, lists only that employee's form classes. */
export function listDeanRows(
  { academicYearId, employeeId }: { academicYearId: number; employeeId: number | null },
  t: ReadTransaction,
): Promise<DeanRow[]> {
  const where = {
    academic_year_id: academicYearId,
    ...(employeeId !== null && { employee_id: employeeId }),
  };
  return DeanAssignment.select(
    ["employee_id", "form_class_id"],
    { where, order: ["employee_id", "form_class_id"] },
    t,
  );
}

type OfDean = { academicYearId: number; employeeId: number; formClassIds: readonly string[] };

export async function deleteDeanships(
  { academicYearId, employeeId, formClassIds }: OfDean,
  t: TermTransaction,
): Promise<void> {
  const form_class_id = [...formClassIds];
  await DeanAssignment.delete(
    { academic_year_id: academicYearId, employee_id: employeeId, form_class_id },
    t,
  );
}

export async function createDeanships(
  { academicYearId, employeeId, formClassIds }: OfDean,
  t: TermTransaction,
): Promise<void> {
  const ids = { academic_year_id: academicYearId, employee_id: employeeId };
  for (const form_class_id of formClassIds) await DeanAssignment.insert({ ...ids, form_class_id }, t);
}
