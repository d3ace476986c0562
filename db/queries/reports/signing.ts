import { Op } from "sequelize";
import { queryRow, queryRows } from "../../index.ts";
import { TermRecord } from "../../models/term-records.ts";
import type { TermTransaction } from "../../term-transaction.ts";

type Report = { academicTermId: number; studentKey: number };

/** A report as it was when somebody reviewed it. The fingerprint identifies that state. */
export type ReviewedReport = { studentKey: number; fingerprint: string };

/**
 * Signs the reports that have not changed since they were reviewed, with the signer's current signature. A signed
 * report no longer counts as sent back. Returns the students with signed reports. Call `lockReports` first.
 */
export function signReports(
  { seen, ...params }: { academicTermId: number; accountId: number; seen: readonly ReviewedReport[] },
  t: TermTransaction,
): Promise<Pick<TermRecord, "student_key">[]> {
  return queryRows<Pick<TermRecord, "student_key">>(
    `update term_records d
        set signed_by = $accountId, signed_at = now(), signed_fingerprint = i.fingerprint,
            signature = (select e.signature
                           from accounts a
                           join employees e using (employee_id)
                          where a.account_id = $accountId),
            returned_by = null, returned_at = null, return_reason = null, taken_back_reason = null
       from jsonb_to_recordset($seen::jsonb) as i ("studentKey" integer, fingerprint text)
      where d.student_key = i."studentKey" and d.academic_term_id = $academicTermId
        and report_fingerprint(d) = i.fingerprint
     returning d.student_key`,
    { ...params, seen: JSON.stringify(seen) },
    t,
  );
}

/**
 * Sends a report back to its form teacher and removes its signature. Returns false if the report has changed since it
 * was reviewed. Call `lockReports` first.
 */
export async function returnReport(
  params: Report & { accountId: number; fingerprint: string; reason: string },
  t: TermTransaction,
): Promise<boolean> {
  const returned = await queryRow<Pick<TermRecord, "student_key">>(
    `update term_records d
        set returned_by = $accountId, returned_at = now(), return_reason = $reason,
            signed_by = null, signed_at = null, signed_fingerprint = null, signature = null
      where d.student_key = $studentKey and d.academic_term_id = $academicTermId
        and report_fingerprint(d) = $fingerprint
     returning d.student_key`,
    params,
    t,
  );
  return returned !== null;
}

/** Removes a signature. Returns false if it is not this account's. Call `lockReports` first. */
export async function unsignReport(
  params: Report & { accountId: number; reason: string },
  t: TermTransaction,
): Promise<boolean> {
  const unsigned = await queryRow<Pick<TermRecord, "student_key">>(
    `update term_records
        set taken_back_reason = $reason,
            signed_by = null, signed_at = null, signed_fingerprint = null, signature = null
      where student_key = $studentKey and academic_term_id = $academicTermId and signed_by = $accountId
     returning student_key`,
    params,
    t,
  );
  return unsigned !== null;
}

/** Marks a report as no longer sent back, after the form teacher has resubmitted it. Call `lockReports` first. */
export async function endReportReturn(
  { academicTermId, studentKey }: Report,
  t: TermTransaction,
): Promise<void> {
  await TermRecord.update(
    { returned_by: null, returned_at: null, return_reason: null },
    { student_key: studentKey, academic_term_id: academicTermId, returned_by: { [Op.ne]: null } },
    t,
  );
}
