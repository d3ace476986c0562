import { row, type Reading, type Transaction } from "../../index.ts";
import type { Student } from "../../models/people.ts";

type Key = { studentKey: number; day: string };

export type AbsenceRow = Pick<Student, "first_name" | "last_name"> & {
  is_absent: boolean;
  /** The note of that day's call; the version is 0 when there was no call. */
  note: string;
  version: number;
  called_at: string | null;
  called_by: number | null;
  caller: { first_name: string | null; last_name: string | null; user_name: string | null } | null;
};

export function absenceOn(key: Key, t: Reading): Promise<AbsenceRow | null> {
  return row<AbsenceRow>(
    `select s.first_name, s.last_name, coalesce(b.note, '') as note, coalesce(b.version, 0) as version, b.called_at, b.called_by,
            exists (select 1 from attendance_entries e
                     where e.student_key = s.id and e.day = $day and e.state = 'A') as is_absent,
            case when b.student_key is not null then
              jsonb_build_object('first_name', e.first_name, 'last_name', e.last_name, 'user_name', u.user_name) end as caller
       from students s
       left join absence_calls b on b.student_key = s.id and b.day = $day
       left join accounts u on u.account_id = b.called_by
       left join employees e using (employee_id)
      where s.id = $studentKey
      order by s.id`,
    key,
    t,
  );
}

/** Returns false when somebody else changed the call since that version was read. */
export async function storeAbsenceCall(
  call: Key & { note: string; version: number; accountId: number },
  t: Transaction,
): Promise<boolean> {
  const stored = await row(
    `insert into absence_calls as b (student_key, day, called_by, note)
     values ($studentKey, $day, $accountId, $note)
     on conflict (student_key, day) do update
        set note = excluded.note, called_by = excluded.called_by, called_at = now()
      where b.version = $version
     returning b.version`,
    call,
    t,
  );
  return stored !== null;
}
