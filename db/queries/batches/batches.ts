import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { Account } from "../../models/accounts.ts";
import type { Batch, BatchItem, BatchDocument } from "../../models/batches.ts";
import type { FormClass, SchoolClass, Subject } from "../../models/classes.ts";
import type { Employee } from "../../models/people.ts";
import type { CalendarTerm } from "../../models/school.ts";
import type { NullableColumns } from "../../models/rows.ts";
import { isClassInScopeSql, isTeacherOfClassSql, TODAY_SQL, type QueryScope } from "../parts.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../row-change.ts";

/** Selects an account's batches, or all batches for people who read all classes. `batchId` selects a single batch. */
export type BatchFilter = QueryScope & {
  accountId: number;
  batchId: number | null;
  /**
   * The kinds that need only the right to list students. The second list has the kinds that need the right to their
   * records.
   */
  listedKinds: readonly string[];
  ownKinds: readonly string[];
  /** Whether the person may list the students of all classes, and read the records of all students. */
  listsAll: boolean;
  ownsAll: boolean;
  /** Whether the person may read the Personal tab of students. */
  withPersonal: boolean;
};

/** SQL condition: the batch has not expired, and the person may still read all of its classes. */
const VISIBLE = `($all::boolean or b.asked_by = $accountId)
        and ($batchId::integer is null or b.batch_id = $batchId)
        and b.asked_at > now() - make_interval(days => $days)
        and not exists (select from batch_items x
                          join classes c using (class_id)
                         where x.batch_id = b.batch_id
                            and not case when b.kind = any ($ownKinds) then ($ownsAll::boolean or ${isTeacherOfClassSql("c", "b.academic_term_id")})
                                          and ($withPersonal::boolean or not coalesce((b.options ->> 'withPersonal')::boolean, false))
                                         when b.kind = any ($listedKinds) then $listsAll::boolean or ${isClassInScopeSql("c", "b.academic_term_id")}
                                         else ${isClassInScopeSql("c", "b.academic_term_id")} end)`;

export type BatchRow = Pick<
  Batch,
  "batch_id" | "kind" | "academic_term_id" | "assessment" | "about" | "cancelled" | "options"
> &
  Pick<CalendarTerm, "academic_year_id" | "term"> &
  Pick<Account, "user_name"> &
  NullableColumns<Pick<Employee, "first_name" | "last_name">> & {
    begun_at: string;
    ended_at: string | null;
    kept_until: string;
    /** The seconds since a worker began the first item. */
    seconds: number;
  };

export function listBatches(
  params: BatchFilter & { days: number; limit: number },
  t: ReadTransaction,
): Promise<BatchRow[]> {
  return queryRows<BatchRow>(
    `select b.batch_id, b.kind, b.academic_term_id, b.assessment, b.about, b.cancelled, b.options, y.academic_year_id, y.term,
            a.user_name, e.first_name, e.last_name, b.begun_at::text, b.ended_at::text,
            (b.asked_at + make_interval(days => $days))::text as kept_until,
            coalesce((select extract(epoch from clock_timestamp() - min(w.started_at))
                        from batch_items w
                       where w.batch_id = b.batch_id and w.started_at >= b.begun_at), 0)::float8 as seconds
       from batches b
       join academic_terms y using (academic_term_id)
       join accounts a on a.account_id = b.asked_by
       left join employees e using (employee_id)
      where ${VISIBLE}
      order by b.ended_at is null desc, b.begun_at desc, b.batch_id desc
      limit $limit`,
    params,
    t,
  );
}

export type BatchItemRow = Pick<
  BatchItem,
  "batch_id" | "batch_item_id" | "class_id" | "students" | "done" | "state" | "failure"
> &
  Pick<SchoolClass, "label"> &
  Pick<FormClass, "form_level" | "group_title"> &
  NullableColumns<Pick<BatchDocument, "file_name" | "bytes" | "fingerprint">> & {
    /** True if a worker has begun the item since the batch was last started. */
    is_of_this_run: boolean;
  };

export function listBatchItems(
  params: { batchIds: readonly number[] },
  t: ReadTransaction,
): Promise<BatchItemRow[]> {
  return queryRows<BatchItemRow>(
    `select i.batch_id, i.batch_item_id, i.class_id, i.students, i.done, i.state, i.failure, c.label, f.form_level, f.group_title,
            d.file_name, d.bytes, d.fingerprint, coalesce(i.started_at >= b.begun_at, false) as is_of_this_run
       from batch_items i
       join batches b using (batch_id)
       join classes c using (class_id)
       join form_classes f using (form_class_id)
       left join made_documents d using (made_document_id)
      where i.batch_id = any ($batchIds::integer[])
      order by i.batch_id, i.position`,
    params,
    t,
  );
}

/**
 * Lists, for each item, the fingerprints of each student's parts of its document. Their data was read at `read_at` or
 * later.
 */
export function listPrintedStudents(
  params: { itemIds: readonly number[] },
  t: ReadTransaction,
): Promise<PrintedItemRow[]> {
  return queryRows<PrintedItemRow>(
    `select i.batch_item_id, d.printed, (d.made_at - interval '1 minute')::text as read_at
       from batch_items i
       join made_documents d using (made_document_id)
      where i.batch_item_id = any ($itemIds::integer[])
      order by i.batch_item_id`,
    params,
    t,
  );
}

export type PrintedItemRow = Pick<BatchItem, "batch_item_id"> &
  Pick<BatchDocument, "printed"> & { read_at: string };

/** Lists the contents of the classes in a batch. A class that is left out may still have its earlier document. */
export function listBatchContents(
  params: { batchId: number },
  t: ReadTransaction,
): Promise<BatchContentsRow[]> {
  return queryRows<BatchContentsRow>(
    `select i.class_id, i.students, c.label, d.contents
       from batch_items i
       join classes c using (class_id)
       join made_documents d using (made_document_id)
      where i.batch_id = $batchId and i.state = 'made'
      order by i.position`,
    params,
    t,
  );
}

export type BatchContentsRow = Pick<BatchItem, "class_id" | "students"> &
  Pick<SchoolClass, "label"> &
  Pick<BatchDocument, "contents">;

/** Cancels a batch. Returns false if it was no longer running. */
export async function cancelBatch(params: { batchId: number }, t: Transaction): Promise<boolean> {
  await runQuery(
    `update batch_items set state = 'cancelled' where batch_id = $batchId and state in ('waiting', 'queued', 'making')`,
    params,
    t,
  );
  const cancelled = await queryRow(
    `update batches set cancelled = true, ended_at = now()
      where batch_id = $batchId and ended_at is null
      returning batch_id`,
    params,
    t,
  );
  return cancelled !== null;
}

/** Queues these items of an ended batch again. Returns the number of queued items. */
export async function queueItemsAgain(
  params: { batchId: number; itemIds: readonly number[] },
  t: Transaction,
): Promise<number> {
  const again = await queryRows(
    `update batch_items i
        set state = 'waiting', failure = ''
       from batches b
      where b.batch_id = i.batch_id and b.ended_at is not null and not b.cancelled
        and i.batch_id = $batchId and i.batch_item_id = any ($itemIds::integer[])
      returning i.batch_item_id`,
    params,
    t,
  );
  if (again.length === 0) return 0;
  await runQuery(`update batches set ended_at = null, begun_at = now() where batch_id = $batchId`, params, t);
  return again.length;
}

/** Deletes expired batches and the documents that only they use. Returns the file names of these documents. */
export async function deleteExpiredBatches(params: { days: number }, t: Transaction): Promise<string[]> {
  await runQuery("delete from batches where asked_at <= now() - make_interval(days => $days)", params, t);
  const forgotten = await queryRows<Pick<BatchDocument, "file_name">>(
    `delete from made_documents d
      where not exists (select from batch_items i where i.made_document_id = d.made_document_id)
        and d.made_at < now() - interval '1 day'
      returning d.file_name`,
    [],
    t,
  );
  return forgotten.map(({ file_name }) => file_name);
}

/**
 * Returns a fingerprint that changes whenever printed data changes. It covers the audit trail and the transactions that
 * are still writing to it: an event gets its number before its transaction commits, so the last number alone would miss
 * transactions that commit late. A transaction locks each table before it writes its first row, until it ends. Events
 * and locks of the tables of batches do not count, because the classes of a batch share what was read. The day counts,
 * because lessons and teachers change with it, and so does the database itself, which may be restored or restarted.
 */
export async function auditTrailFingerprint(t: ReadTransaction): Promise<string> {
  const found = await queryRow<{ state: string }>(
    `with writing as materialized (
       select l.virtualtransaction as id, c.relname
         from pg_locks l
         join pg_class c on c.oid = l.relation and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        where l.mode = 'RowExclusiveLock'
          and l.database = (select d.oid from pg_database d where d.datname = current_database()))
     select concat_ws(' ', pg_postmaster_start_time(), 'audit_events'::regclass::oid, (select ${TODAY_SQL} from schools o),
              (select e.event_id from audit_events e
                where e.table_name <> all ('{batches,files}') order by e.event_id desc limit 1),
              array(select w.id from writing w group by w.id
                    having bool_or(w.relname = 'audit_events')
                       and bool_or(w.relname <> all ('{audit_events,batches,batch_items,made_documents,files,record_views}'))
                     order by w.id)) as state
      order by state`,
    [],
    t,
  );
  return found?.state ?? "";
}

/** A student, and the time since which to list changes. */
type StudentSince = { student_key: number; since: string };

/**
 * A change to a student's data. `row` is the student's key. If a mark changed, `title` is the title of the subject.
 */
export type LastStudentChange = RowChange & NullableColumns<Pick<Subject, "title">>;

/**
 * Lists for each student the last change to the student's own row, class, term record or marks of a term. Students
 * without a change are left out.
 */
export function listLastStudentChanges(
  { academicTermId, students }: { academicTermId: number; students: readonly StudentSince[] },
  t: ReadTransaction,
): Promise<LastStudentChange[]> {
  return queryRows<LastStudentChange>(
    `with asked as (
       select * from jsonb_to_recordset($asked::jsonb) as i (student_key integer, since timestamptz)
     ), stored as (
       select i.*, 'students' as table_name, i.student_key::text as row_id, null::integer as subject_id
         from asked i
       union all
       select i.*, 'registrations', r.registration_id::text, null
         from asked i
         join registrations r on r.student_key = i.student_key and r.academic_term_id = $academicTermId
       union all
       select i.*, 'term_records', d.term_record_id::text, null
         from asked i
         join term_records d on d.student_key = i.student_key and d.academic_term_id = $academicTermId
       union all
       select i.*, 'marks', m.mark_id::text, m.subject_id
         from asked i
         join marks m on m.student_key = i.student_key and m.academic_term_id = $academicTermId
       union all
       select i.*, 'criterion_grades', g.mark_id || ':' || g.criterion_id, m.subject_id
         from asked i
         join marks m on m.student_key = i.student_key and m.academic_term_id = $academicTermId
         join criterion_grades g using (mark_id)
       union all
       select i.*, 'marks', d.row_id, (d.old_values ->> 'subject_id')::integer
         from asked i
         join audit_events d on d.table_name = 'marks' and d.operation = 'delete'
          and (d.old_values ->> 'student_key')::integer = i.student_key
          and (d.old_values ->> 'academic_term_id')::integer = $academicTermId
     )
     select distinct on (w.student_key) w.student_key as row, ${CHANGE_COLUMNS}, e.old_values, e.new_values, s.title
       from stored w
       join audit_events e on e.table_name = w.table_name and e.row_id = w.row_id and e.at > w.since
       left join subjects s on s.subject_id = w.subject_id
       ${JOIN_CHANGE_AUTHOR}
      order by w.student_key, e.event_id desc`,
    { academicTermId, asked: JSON.stringify(students) },
    t,
  );
}
