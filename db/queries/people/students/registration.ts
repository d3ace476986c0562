import { runQuery } from "../../../index.ts";
import type { TermTransaction } from "../../../term-transaction.ts";
import { createMissingTermRecord } from "../../reports/term-records.ts";

type Registering = { studentKey: number; classId: number; academicTermId: number };

/**
 * Registers a student in a class for a term of the class's year, or moves the student there; existing marks stay. The
 * term record is created too, because every report needs one.
 */
export async function registerStudent(
  { studentKey, classId, academicTermId }: Registering,
  t: TermTransaction,
): Promise<void> {
  await runQuery(
    `insert into registrations (student_key, academic_term_id, academic_year_id, class_id)
     select $studentKey, y.academic_term_id, y.academic_year_id, $classId
       from academic_terms y
      where y.academic_term_id = $academicTermId
     on conflict (student_key, academic_term_id) do update set class_id = excluded.class_id
      where registrations.class_id is distinct from excluded.class_id`,
    { studentKey, classId, academicTermId },
    t,
  );
  await createMissingTermRecord({ studentKey, academicTermId }, t);
}

type InTerm = Pick<Registering, "studentKey" | "academicTermId">;

/** Unregisters a student. The row is updated before it is deleted, so that the audit trail has a last version. */
export async function unregisterStudentFromTerm(params: InTerm, t: TermTransaction): Promise<void> {
  const registration = "student_key = $studentKey and academic_term_id = $academicTermId";
  await runQuery(`update registrations set class_id = class_id where ${registration}`, params, t);
  await runQuery(`delete from registrations where ${registration}`, params, t);
}
