import { queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import { ClassTeacher, DeanAssignment } from "../../models/classes.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { TODAY_SQL } from "../parts.ts";
import { lockClass } from "./teacher-class.ts";

/**
 * Ends an employee's roles in all classes of a year from a day on, except in one class, where the role stays. If the
 * employee was the planned successor of a form teacher, that form teacher keeps the class. A class that then never had
 * a teacher is deleted.
 */
export async function endTeacherRolesInClasses(
  params: {
    employeeId: number;
    academicYearId: number;
    from: string;
    kept: { classId: number; isLead: boolean } | null;
  },
  t: TermTransaction,
): Promise<void> {
  const { kept, ...rest } = params;
  const values = await endRows(
    `h.employee_id = $employeeId
     and h.class_id in (select c.class_id from classes c where c.academic_year_id = $academicYearId)
     and ($keptClass::integer is null or h.class_id <> $keptClass or h.is_lead <> $keptAsLead::boolean)`,
    { ...rest, keptClass: kept?.classId ?? null, keptAsLead: kept?.isLead ?? null },
    t,
  );
  for (const { class_id, is_lead, from_date } of values)
    if (is_lead) await putBackLead({ classId: class_id, from: from_date }, t);
  for (const { class_id } of values) if (class_id !== kept?.classId) await removeUnused(class_id, t);
}

/** Ends these people's roles in a class from a day on. Call `lockClass` first. */
export async function endTeacherRolesInClass(
  params: { classId: number; employeeIds: readonly number[]; from: string },
  t: TermTransaction,
): Promise<void> {
  await endRows("h.class_id = $classId and h.employee_id = any ($employeeIds::integer[])", params, t);
}

/** Ends the role of every other form teacher of a class from a day on. Call `lockClass` first. */
export async function endOtherFormTeachers(
  params: { classId: number; employeeId: number; from: string },
  t: TermTransaction,
): Promise<void> {
  await endRows("h.class_id = $classId and h.is_lead and h.employee_id <> $employeeId", params, t);
}

type GivenUp = Pick<ClassTeacher, "class_id" | "is_lead" | "from_date">;

/** Ends roles on the day before `from`, and deletes roles that begin on `from` or later. Returns the deleted roles. */
async function endRows(
  which: string,
  params: { from: string } & Record<string, unknown>,
  t: TermTransaction,
): Promise<GivenUp[]> {
  const values = await queryRows<GivenUp>(
    `delete from class_teachers h
      where ${which} and h.from_date >= $from::date
     returning h.class_id, h.is_lead, h.from_date::text as from_date`,
    params,
    t,
  );
  await runQuery(
    `update class_teachers h set to_date = $from::date - 1
      where ${which} and (h.to_date is null or h.to_date >= $from::date)`,
    params,
    t,
  );
  return values;
}

/** Lets a form teacher keep a class that they were to lose on a future day, if they have no other class. */
async function putBackLead(params: { classId: number; from: string }, t: TermTransaction): Promise<void> {
  await runQuery(
    `update class_teachers h
        set to_date = null
       from schools o, employees e
      where h.class_id = $classId and h.is_lead and h.to_date = $from::date - 1 and h.to_date >= ${TODAY_SQL}
        and e.employee_id = h.employee_id and e.employee_status_id = 1
        and not exists (select 1
                          from class_teachers k
                          join classes c using (class_id)
                          join classes d on d.academic_year_id = c.academic_year_id
                         where k.employee_id = h.employee_id and k.to_date is null and d.class_id = h.class_id)`,
    params,
    t,
  );
}

/** Deletes an unused class. The class is locked first, in case somebody is being assigned to it at the same time. */
async function removeUnused(classId: number, t: TermTransaction): Promise<void> {
  await lockClass(classId, t);
  await runQuery(
    `delete from classes c
      where c.class_id = $classId
        and not exists (select 1 from class_teachers h where h.class_id = c.class_id)
        and not exists (select 1 from registrations r where r.class_id = c.class_id)
        and not exists (select 1 from lessons l where l.class_id = c.class_id)
        and not exists (select 1 from assessments a where a.class_id = c.class_id)
        and not exists (select 1 from fortnightly_tests f where f.class_id = c.class_id)
        and not exists (select 1 from postings p where p.class_id = c.class_id)
        and not exists (select 1 from attendance_registers g where g.class_id = c.class_id)
        and not exists (select 1 from entry_corrections k where k.class_id = c.class_id)
        and not exists (select 1 from batch_items i where i.class_id = c.class_id)
        and not exists (select 1 from made_documents d where d.class_id = c.class_id)
        and not exists (select 1 from class_moves v where c.class_id in (v.up_class_id, v.repeat_class_id))`,
    { classId },
    t,
  );
}

export async function assignTeacherToClass(
  params: { classId: number; employeeId: number; isLead: boolean; from: string },
  t: TermTransaction,
): Promise<void> {
  const { classId: class_id, employeeId: employee_id, isLead: is_lead, from: from_date } = params;
  await ClassTeacher.insert({ class_id, employee_id, is_lead, from_date }, t);
}

type DeanRow = { employee_id: number; form_class_id: string };

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
