import { rows, run, type Reading, type Transaction } from "../../index.ts";
import type { Account } from "../../models/accounts.ts";
import type { Employee } from "../../models/people.ts";
import type { OrNull } from "../../models/rows.ts";
import type { TermRecord } from "../../models/term-records.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import { byNames } from "../parts.ts";
import { isChanged } from "./report-state.ts";
import type { ReportsKey } from "./term-reports.ts";

/** What a form teacher and the principal write on a report. */
const RECORD_COLUMNS = [
  "total_sessions",
  "sessions_absent",
  "sessions_late",
  "participation",
  "project",
  "promotion_progress",
  "promoted_to",
  "repeating",
  ...BEHAVIOUR_FIELDS,
  "teacher_comment",
  "principal_comment",
] as const;

export type RecordFields = Pick<TermRecord, (typeof RECORD_COLUMNS)[number]>;

type Named = Pick<Account, "account_id" | "user_name"> & OrNull<Pick<Employee, "first_name" | "last_name">>;

export type TermRecordRow = RecordFields &
  Pick<TermRecord, "student_key" | "version"> & {
    /** Null where the student was registered without a record: it is made with the first save. */
    term_record_id: TermRecord["term_record_id"] | null;
    /** What is printed on the report, as it is now. */
    fingerprint: string;
    signature: (Named & { at: string; picture: TermRecord["signature"]; changed: boolean }) | null;
    returned: (Named & { at: string; reason: string }) | null;
  };

/** The texts that say nothing where there is no record yet. */
const TEXTS = new Set<string>(["participation", "project", "teacher_comment", "principal_comment"]);

/** The records of a class in a term, or of one student in it, in the order of the register. */
export function termRecords(
  asked: ReportsKey & { studentKey: number | null },
  t: Reading,
): Promise<TermRecordRow[]> {
  return rows<TermRecordRow>(
    `select r.student_key, d.term_record_id, coalesce(d.version, 0) as version, x.fingerprint,
            ${RECORD_COLUMNS.map(readColumn).join(", ")},
            case when d.signed_by is not null
                 then ${act("s", "d.signed_at", `'picture', d.signature, 'changed', ${isChanged("d", "x.fingerprint")}`)}
                 end as signature,
            case when d.returned_by is not null then ${act("b", "d.returned_at", "'reason', d.return_reason")} end as returned
       from registrations r
       join students p on p.id = r.student_key
       join academic_terms y on y.academic_term_id = r.academic_term_id
       left join term_records d on d.student_key = r.student_key and d.academic_term_id = r.academic_term_id
      cross join lateral (select report_fingerprint(case when d.term_record_id is null then ${BLANK} else d end)
                                 as fingerprint) x
       left join (${ACCOUNTS}) s on s.account_id = d.signed_by
       left join (${ACCOUNTS}) b on b.account_id = d.returned_by
      where r.class_id = $classId and r.academic_term_id = $academicTermId
        and ($studentKey::integer is null or r.student_key = $studentKey)
      order by ${byNames("p", "p.id")}`,
    asked,
    t,
  );
}

/** What registering gives: a record that is still to be made has the fingerprint that it will have. */
const BLANK = `jsonb_populate_record(null::term_records, jsonb_build_object(
                 'student_key', r.student_key, 'academic_term_id', r.academic_term_id, 'total_sessions', y.total_sessions,
                 'participation', '', 'project', '', 'teacher_comment', '', 'principal_comment', ''))`;

const ACCOUNTS = `select a.account_id, a.user_name, e.first_name, e.last_name
                    from accounts a
                    left join employees e using (employee_id)`;

/** Who did it and when, in the moment's own time zone. */
function act(account: string, at: string, more: string): string {
  return `jsonb_build_object('account_id', ${account}.account_id, 'first_name', ${account}.first_name, 'last_name', ${account}.last_name,
                             'user_name', ${account}.user_name, 'at', ${at}, ${more})`;
}

function readColumn(column: string): string {
  if (TEXTS.has(column)) return `coalesce(d.${column}, '') as ${column}`;
  // A record that is still to be made gets the term's sessions, as registering gives them.
  return column === "total_sessions"
    ? "case when d.term_record_id is null then y.total_sessions else d.total_sessions end as total_sessions"
    : `d.${column}`;
}

/**
 * Makes saves and signatures of these reports take turns until the transaction ends, in one fixed order. The
 * registrations are there even where no record is yet; who is not in the class any more is not locked.
 */
export function lockReports(
  asked: ReportsKey & { studentKeys: readonly number[] },
  t: Transaction,
): Promise<void> {
  return run(
    `select student_key
       from registrations
      where class_id = $classId and academic_term_id = $academicTermId and student_key = any ($studentKeys::integer[])
      order by student_key
        for no key update`,
    asked,
    t,
  );
}

/** Makes the record of a student who was registered without one, as registering does; lock the report first. */
export function ensureRecord(
  asked: { academicTermId: number; studentKey: number },
  t: Transaction,
): Promise<void> {
  return run(
    `insert into term_records (student_key, academic_term_id, total_sessions)
     select $studentKey, academic_term_id, total_sessions
       from academic_terms
      where academic_term_id = $academicTermId
     on conflict (student_key, academic_term_id) do nothing`,
    asked,
    t,
  );
}

export type RecordWrite = RecordFields & Pick<TermRecord, "student_key">;

/** Writes records of one term, all at once, and answers their new versions; lock them first. */
export function storeRecords(
  { academicTermId, writes }: { academicTermId: number; writes: readonly RecordWrite[] },
  t: Transaction,
): Promise<Pick<TermRecord, "student_key" | "version">[]> {
  const columns = RECORD_COLUMNS.join(", ");
  return rows(
    `insert into term_records (student_key, academic_term_id, ${columns})
     select i.student_key, $academicTermId, ${RECORD_COLUMNS.map((column) => `i.${column}`).join(", ")}
       from jsonb_populate_recordset(null::term_records, $records::jsonb) as i
      order by i.student_key
     on conflict (student_key, academic_term_id)
     do update set ${RECORD_COLUMNS.map((column) => `${column} = excluded.${column}`).join(", ")}
     returning student_key, version`,
    { academicTermId, records: JSON.stringify(writes) },
    t,
  );
}
