import { Op } from "sequelize";
import { row, rows } from "../../index.ts";
import type { Reading, Transaction } from "../../index.ts";
import { Employee } from "../../models/people.ts";
import type { NotNull } from "../../models/rows.ts";
import { TermRecord } from "../../models/term-records.ts";
import { isInScope } from "../parts.ts";
import type { Scope } from "../parts.ts";

/** Whose report of which term. */
type Report = { academicTermId: number; studentKey: number };

/** A report as somebody looked at it. */
export type ReviewedReport = { studentKey: number; fingerprint: string };

/**
 * Signs reports that still are what was looked at, with the signature that the signer has today; whatever they were sent
 * back for is settled with it. Lock them first. @returns whose are signed now
 */
export function signReports(
  { seen, ...asked }: { academicTermId: number; accountId: number; seen: readonly ReviewedReport[] },
  t: Transaction,
): Promise<Pick<TermRecord, "student_key">[]> {
  return rows<Pick<TermRecord, "student_key">>(
    `update term_records d
        set signed_by = $accountId, signed_at = now(), signed_fingerprint = i.fingerprint,
            signature = (select e.signature
                           from accounts a
                           join employees e using (employee_id)
                          where a.account_id = $accountId),
            returned_by = null, returned_at = null, return_reason = null
       from jsonb_to_recordset($seen::jsonb) as i ("studentKey" integer, fingerprint text)
      where d.student_key = i."studentKey" and d.academic_term_id = $academicTermId
        and report_fingerprint(d) = i.fingerprint
     returning d.student_key`,
    { ...asked, seen: JSON.stringify(seen) },
    t,
  );
}

/**
 * Sends a report that still is what was looked at back to its form teacher; a signature that was there is taken back. Lock
 * it first. @returns false when it changed meanwhile
 */
export async function returnReport(
  asked: Report & { accountId: number; fingerprint: string; reason: string },
  t: Transaction,
): Promise<boolean> {
  const returned = await row<Pick<TermRecord, "student_key">>(
    `update term_records d
        set returned_by = $accountId, returned_at = now(), return_reason = $reason,
            signed_by = null, signed_at = null, signed_fingerprint = null, signature = null
      where d.student_key = $studentKey and d.academic_term_id = $academicTermId
        and report_fingerprint(d) = $fingerprint
     returning d.student_key`,
    asked,
    t,
  );
  return returned !== null;
}

/** The form teacher has resubmitted it. Lock it first. */
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
  asked: Scope & { picture: string },
  t: Reading,
): Promise<NotNull<Pick<TermRecord, "signature">> | null> {
  return row<NotNull<Pick<TermRecord, "signature">>>(
    `select s.signature
       from (select e.signature from employees e where e.signature = $picture and ($all::boolean or e.employee_id = $employeeId)
             union all
             select d.signature
               from term_records d
               join registrations r on r.student_key = d.student_key and r.academic_term_id = d.academic_term_id
               join classes c using (class_id)
              where d.signature = $picture and ${isInScope("c")}) s
      order by s.signature
      limit 1`,
    asked,
    t,
  );
}
