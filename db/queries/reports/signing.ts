import { Op } from "sequelize";
import { row, rows } from "../../index.ts";
import type { Reading, Transaction } from "../../index.ts";
import { Employee } from "../../models/people.ts";
import type { NotNull } from "../../models/rows.ts";
import { TermRecord } from "../../models/term-records.ts";
import { isDeanOf, isTeacherOf } from "../visible.ts";
import type { Scope } from "../visible.ts";

/** Whose report of which term. */
type Report = { academicTermId: number; studentKey: number };

/** A report as somebody looked at it. */
export type ReviewedReport = { studentKey: number; fingerprint: string };

/**
 * Signs reports that still are what was looked at, with the signature that the signer has today; whatever they were sent
 * back for is settled with it. Lock them first. @returns whose are signed now
 */
export function signReports(
  {
    academicTermId,
    accountId,
    seen,
  }: { academicTermId: number; accountId: number; seen: readonly ReviewedReport[] },
  t: Transaction,
): Promise<Pick<TermRecord, "student_key">[]> {
  return rows<Pick<TermRecord, "student_key">>(
    `update term_records d
        set signed_by = $2, signed_at = now(), signed_fingerprint = i.fingerprint,
            signature = (select e.signature from accounts a join employees e using (employee_id) where a.account_id = $2),
            returned_by = null, returned_at = null, return_reason = null
       from jsonb_to_recordset($3::jsonb) as i ("studentKey" integer, fingerprint text)
      where d.student_key = i."studentKey" and d.academic_term_id = $1 and report_fingerprint(d) = i.fingerprint
     returning d.student_key`,
    [academicTermId, accountId, JSON.stringify(seen)],
    t,
  );
}

/**
 * Sends a report that still is what was looked at back to its form teacher; a signature that was there is taken back. Lock
 * it first. @returns false when it changed meanwhile
 */
export async function returnReport(
  {
    academicTermId,
    accountId,
    seen,
    reason,
  }: Omit<Report, "studentKey"> & {
    accountId: number;
    seen: ReviewedReport;
    reason: string;
  },
  t: Transaction,
): Promise<boolean> {
  const returned = await row<Pick<TermRecord, "student_key">>(
    `update term_records d
        set returned_by = $3, returned_at = now(), return_reason = $4,
            signed_by = null, signed_at = null, signed_fingerprint = null, signature = null
      where d.student_key = $1 and d.academic_term_id = $2 and report_fingerprint(d) = $5
     returning d.student_key`,
    [seen.studentKey, academicTermId, accountId, reason, seen.fingerprint],
    t,
  );
  return returned !== null;
}

/** The form teacher has mended what it was sent back for. Lock it first. */
export async function clearReturn({ academicTermId, studentKey }: Report, t: Transaction): Promise<void> {
  await TermRecord.update(
    { returned_by: null, returned_at: null, return_reason: null },
    { student_key: studentKey, academic_term_id: academicTermId, returned_by: { [Op.ne]: null } },
    t,
  );
}

/** The picture of an employee's signature, or null where none was drawn or uploaded. */
export async function signatureOf(employeeId: number | null, t: Reading): Promise<string | null> {
  const found = await Employee.selectOne(["signature"], { where: { employee_id: employeeId } }, t);
  return found?.signature ?? null;
}

/** The signature when it is the employee's own, or stands under a report of a class in scope. */
export function signatureInScope(
  { picture, scope }: { picture: string; scope: Scope },
  t: Reading,
): Promise<NotNull<Pick<TermRecord, "signature">> | null> {
  return row<NotNull<Pick<TermRecord, "signature">>>(
    `select s.signature
       from (select e.signature from employees e where e.signature = $3 and ($1::boolean or e.employee_id = $2)
             union all
             select d.signature
               from term_records d
               join registrations r on r.student_key = d.student_key and r.academic_term_id = d.academic_term_id
               join classes c using (class_id)
              where d.signature = $3 and ($1::boolean or ${isTeacherOf("c")} or ${isDeanOf("c")})) s
      order by s.signature
      limit 1`,
    [scope.all, scope.employeeId, picture],
    t,
  );
}
