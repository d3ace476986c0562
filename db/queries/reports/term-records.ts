import { queryRows, runQuery, type ReadTransaction } from "../../index.ts";
import type { Account } from "../../models/accounts.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";
import type { TermRecord } from "../../models/term-records.ts";
import type { TermTransaction } from "../../term-transaction.ts";
import { TERM_RECORD_COLUMNS } from "#fields/term-record.ts";
import type { ColumnValue } from "#fields/value.ts";
import { IS_IN_CLASS_OF_TERM } from "../on-roster.ts";
import { registerOrderSql, overwriteColumnsSql } from "../parts.ts";
import { gradingChangedAtSql } from "./report-card-settings.ts";
import { isReportChangedSql } from "./report-state.ts";
import type { ReportsKey } from "./term-reports.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";

/** The columns of a report that the form teacher and the principal fill in. */
export type TermRecordFields = Pick<TermRecord, (typeof TERM_RECORD_COLUMNS)[number]>;

type Named = Pick<Account, "account_id" | "user_name"> &
  NullableColumns<Pick<Employee, "first_name" | "last_name">>;

export type TermRecordRow = TermRecordFields &
  Pick<TermRecord, "student_key" | "version" | "sessions_taken_at"> & {
    /** Null if the student was registered without a term record. The first save creates it. */
    term_record_id: TermRecord["term_record_id"] | null;
    /** The fingerprint of what the report would print now; empty unless it was requested or the report is signed. */
    fingerprint: string;
    signature:
      (Named & { at: string; picture: TermRecord["signature"]; changed: boolean; graded: boolean }) | null;
    returned: (Named & { at: string; reason: string }) | null;
  };

/**
 * Lists the term records of a class in register order, or the record of one student. `forSigning` adds each
 * fingerprint, which for a class takes as long as everything else on the page.
 */
export function listTermRecords(
  { forSigning = false, ...params }: ReportsKey & { studentKey: number | null; forSigning?: boolean },
  t: ReadTransaction,
): Promise<TermRecordRow[]> {
  return queryRows<TermRecordRow>(
    `select r.student_key, d.term_record_id, coalesce(d.version, 0) as version, x.fingerprint, d.sessions_taken_at,
            ${TERM_RECORD_COLUMNS.map((column) => `(w.record).${column}`).join(", ")},
            case when d.signed_by is not null
                 then ${act("s", "d.signed_at", `'picture', d.signature, 'changed', ${isReportChangedSql("d", "x.fingerprint")}, 'graded', ${IS_GRADED_SINCE}`)}
                 end as signature,
            case when d.returned_by is not null then ${act("b", "d.returned_at", "'reason', d.return_reason")} end as returned
       from registrations r
       join students p on p.id = r.student_key
       join academic_terms y on y.academic_term_id = r.academic_term_id
       left join term_records d on d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
      cross join lateral (select case when d.term_record_id is null then ${BLANK} else d end as record offset 0) w
      cross join lateral (select case when $forSigning::boolean or d.signed_by is not null
                                      then report_fingerprint(w.record) else '' end as fingerprint offset 0) x
       left join (${ACCOUNTS}) s on s.account_id = d.signed_by
       left join (${ACCOUNTS}) b on b.account_id = d.returned_by
      where r.class_id = $classId and r.academic_term_id = $academicTermId
        and ($studentKey::integer is null or r.student_key = $studentKey) and ${IS_IN_CLASS_OF_TERM}
      order by ${registerOrderSql("p", "p.id")}`,
    { ...params, forSigning },
    t,
  );
}

/** SQL condition: the grade scale or pass mark of the class's level changed after the signature. */
const IS_GRADED_SINCE = `coalesce(d.signed_at < ${gradingChangedAtSql(
  "(select f.form_level from classes c join form_classes f using (form_class_id) where c.class_id = $classId)",
  "$academicTermId",
)}, false)`;

/** SQL: the values and the fingerprint of a term record that does not exist yet, as a registration would create it. */
const BLANK = `jsonb_populate_record(null::term_records, jsonb_build_object(
                 'student_key', r.student_key, 'academic_term_id', r.academic_term_id, 'total_sessions', y.total_sessions,
                 'participation', '', 'project', '', 'teacher_comment', '', 'principal_comment', ''))`;

const ACCOUNTS = `select a.account_id, a.user_name, e.first_name, e.last_name
                    from accounts a
                    left join employees e using (employee_id)`;

/** SQL: who did something and when (an ISO instant), as JSON. */
function act(account: string, at: string, more: string): string {
  return `jsonb_build_object('account_id', ${account}.account_id, 'first_name', ${account}.first_name, 'last_name', ${account}.last_name,
                             'user_name', ${account}.user_name, 'at', ${at}, ${more})`;
}

/**
 * Locks these reports for saving and signing until the transaction ends. A fixed order avoids deadlocks. The
 * registrations are locked, because a term record may not exist yet; a student who has left the class is not locked.
 */
export function lockReports(
  params: ReportsKey & { studentKeys: readonly number[] },
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `select student_key
       from registrations
      where class_id = $classId and academic_term_id = $academicTermId and student_key = any ($studentKeys::integer[])
      order by student_key
        for no key update`,
    params,
    t,
  );
}

/** Creates the term record of a student who was registered without one. Call `lockReports` first. */
export function createMissingTermRecord(
  params: { academicTermId: number; studentKey: number },
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `insert into term_records (student_key, academic_term_id, total_sessions)
     select $studentKey, academic_term_id, total_sessions
       from academic_terms
      where academic_term_id = $academicTermId
     on conflict (student_key, academic_term_id) do nothing`,
    params,
    t,
  );
}

export type TermRecordWrite = Readonly<Record<string, ColumnValue>> & Pick<TermRecord, "student_key">;

/** Writes the term records of one term in one statement. Call `lockReports` first. */
export function saveTermRecords(
  { academicTermId, writes }: { academicTermId: number; writes: readonly TermRecordWrite[] },
  t: TermTransaction,
): Promise<void> {
  return runQuery(
    `insert into term_records (student_key, academic_term_id, ${TERM_RECORD_COLUMNS.join(", ")})
     select i.student_key, $academicTermId, ${TERM_RECORD_COLUMNS.map((column) => `i.${column}`).join(", ")}
       from jsonb_populate_recordset(null::term_records, $records::jsonb) as i
      order by i.student_key
     on conflict (student_key, academic_term_id) do update set ${overwriteColumnsSql(TERM_RECORD_COLUMNS)}`,
    { academicTermId, records: JSON.stringify(writes) },
    t,
  );
}

/** Lists the changes to a term's records after the given version of each record, oldest first. */
export function listTermRecordChangesAfter(
  { academicTermId, bases }: { academicTermId: number; bases: ReadonlyMap<number, number> },
  t: ReadTransaction,
): Promise<RowChange[]> {
  const wanted = [...bases].map(([student_key, base]) => ({ student_key, base }));
  return queryRows<RowChange>(
    `select i.student_key as row, ${CHANGE_COLUMNS}, e.old_values, e.new_values
       from jsonb_to_recordset($wanted::jsonb) as i (student_key integer, base bigint)
       join term_records d on d.student_key = i.student_key and d.academic_term_id = $academicTermId
       join audit_events e on e.table_name = 'term_records' and e.row_id = d.term_record_id::text and e.version > i.base
       ${JOIN_CHANGE_AUTHOR}
      order by i.student_key, e.version, e.event_id`,
    { academicTermId, wanted: JSON.stringify(wanted) },
    t,
  );
}
