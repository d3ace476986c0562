import { GENERAL_COLUMNS } from "#fields/people/student-general.ts";
import type { ColumnValue } from "#fields/value.ts";
import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../../index.ts";
import type { SchoolClass } from "../../../models/classes.ts";
import { Student } from "../../../models/people.ts";
import type { NullableColumns } from "../../../models/rows.ts";
import { HAS_ANY_ENTRY_IN_TERM } from "../../on-roster.ts";
import { CHANGE_COLUMNS, JOIN_CHANGE_AUTHOR, type RowChange } from "../../row-change.ts";

type Columns = Readonly<Record<string, ColumnValue>>;

export type GeneralTabRow = Pick<Student, (typeof GENERAL_COLUMNS)[number] | "version" | "serial_locked"> &
  NullableColumns<Pick<SchoolClass, "class_id" | "form_class_id">> & {
    /** Whether the student has marks or a report in the current term. */
    has_entries: boolean;
  };

/** Finds the General tab with the current class. Its version is the higher of the two rows' versions. */
export function findGeneralTab(studentKey: number, t: ReadTransaction): Promise<GeneralTabRow | null> {
  return queryRow<GeneralTabRow>(
    `select ${GENERAL_COLUMNS.map((column) => `s.${column}`).join(", ")}, greatest(s.version, r.version) as version, s.serial_locked,
            c.class_id, c.form_class_id, r.student_key is not null and ${HAS_ANY_ENTRY_IN_TERM} as has_entries
       from students s
      cross join schools o
       left join registrations r on r.student_key = s.id and r.academic_term_id = o.current_term_id
       left join classes c using (class_id)
      where s.id = $studentKey
      order by s.id`,
    { studentKey },
    t,
  );
}

/**
 * Stores the General tab. The student's row is written even if only the class changed, so that the row gets a new
 * version: a registration that was removed no longer has one. Lock the student first.
 */
export function saveGeneralTab(
  { studentKey, columns }: { studentKey: number; columns: Columns },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update students s
        set ${GENERAL_COLUMNS.map((column) => `${column} = i.${column}`).join(", ")}
       from jsonb_populate_record(null::students, $columns::jsonb) i
      where s.id = $studentKey`,
    { studentKey, columns: JSON.stringify(columns) },
    t,
  );
}

/** Lists the changes to the General tab after a version, oldest first, including the class of the current term. */
export function listGeneralTabChanges(
  params: { studentKey: number; base: number },
  t: ReadTransaction,
): Promise<RowChange[]> {
  return queryRows<RowChange>(
    `with told as (
       select e.*
         from audit_events e
        where e.table_name = 'students' and e.row_id = $studentKey::integer::text and e.version > $base
        union all
       select e.*
         from registrations r
         join schools o on o.current_term_id = r.academic_term_id
         join audit_events e on e.table_name = 'registrations' and e.row_id = r.registration_id::text and e.version > $base
        where r.student_key = $studentKey::integer
        union all
       select e.*
         from schools o
         join audit_events e on e.table_name = 'registrations' and e.operation = 'delete' and e.version > $base
        where (e.old_values ->> 'student_key')::integer = $studentKey::integer
          and (e.old_values ->> 'academic_term_id')::integer = o.current_term_id
     )
     select $studentKey::integer as row, ${CHANGE_COLUMNS}, e.old_values, e.new_values
       from told e
       ${JOIN_CHANGE_AUTHOR}
      order by e.version, e.event_id`,
    params,
    t,
  );
}

/** Locks or unlocks the serial number against changes. Lock the student's row first. */
export async function saveSerialNumberLock(
  { studentKey, isLocked }: { studentKey: number; isLocked: boolean },
  t: Transaction,
): Promise<void> {
  await Student.update({ serial_locked: isLocked }, { id: studentKey }, t);
}
