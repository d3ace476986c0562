import { queryRow, runQuery, transaction } from "../../index.ts";

/** SQL: the stored totals of students by status, as `n (student_status_id, students)`. Triggers update them. */
export const STUDENT_TOTALS_SQL = `(select k.student_status_id, sum(k.students)::integer as students
                from student_counts k
               where k.student_status_id = any ($statusIds::smallint[])
               group by k.student_status_id
              having sum(k.students) <> 0) n`;

const COUNTING = { system: "counts" };

/**
 * Counts the students again, so that there is one row for each status, and tells whether the stored totals were wrong.
 * A student in a transaction that has not ended is not counted, and that transaction's own rows of the table stay.
 */
export async function recountStudents(): Promise<{ wereWrong: boolean }> {
  const found = await transaction(COUNTING, async (t) => {
    // If two counts ran at once, the second would not see the rows of the first, and would store every student twice.
    await runQuery("select pg_advisory_xact_lock(hashtext('student_counts'), 0)", [], t);
    return queryRow<{ were_wrong: boolean }>(COUNT_AGAIN, [], t);
  });
  return { wereWrong: found?.were_wrong ?? false };
}

const COUNT_AGAIN = `
     with removed as (
       delete from student_counts returning student_status_id, students
     ), before as (
       select student_status_id, sum(students) as students from removed group by 1 having sum(students) <> 0
     ), after as (
       select student_status_id, count(*) as students from students group by 1
     ), stored as (
       insert into student_counts (student_status_id, students) select student_status_id, students from after
     )
     select exists (select * from before except select * from after)
         or exists (select * from after except select * from before) as were_wrong
      order by were_wrong`;
