import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { manyStudents } from "../measures/student-list.ts";

/** The number of subjects of each class. Each student has a mark in each subject. */
const SUBJECTS = 8;

/** SQL: a class `c` that this file has not filled yet. The school may be filled again with more students. */
const IS_EMPTY = "c.label like 'Many %' and not exists (select from lessons l where l.class_id = c.class_id)";

/**
 * Fills the school with students in classes of 35. Each class has lessons, and each student has marks and a term
 * record, all in the audit trail. One SQL statement for each table does this in a minute or two. What another part of
 * the bench has already written stays.
 */
export async function fillLarge(ownerUrl: string, students: number): Promise<void> {
  await queryDatabase(ownerUrl, manyStudents(students));
  await queryDatabase(ownerUrl, LED);
  await queryDatabase(ownerUrl, MARKED);
  await queryDatabase(ownerUrl, "vacuum analyze");
}

/** Gives each class its own teacher, and gives the students different dates of birth. */
const LED = `
  select set_config('app.actor', 'bench', true);
  alter table class_teachers disable trigger user;
  alter table students disable trigger user;
  insert into employees (first_name, last_name, gender) select 'Lee', 'Led' || class_id, 'F' from classes c where ${IS_EMPTY};
  update class_teachers h set employee_id = e.employee_id from employees e where e.last_name = 'Led' || h.class_id;
  update students set date_of_birth = date '2013-01-01' + id * 7919 % 2903 where student_id like 'MN-%';
  alter table class_teachers enable trigger user;
  alter table students enable trigger user;`;

/** Writes the audit trail in one statement, because triggers would write it row by row. */
const MARKED = `
  select set_config('app.actor', 'bench', true);
  create temporary table many as
    select c.class_id, c.academic_year_id, o.current_term_id as term_id
      from classes c, schools o where ${IS_EMPTY};
  alter table marks disable trigger user;
  alter table term_records disable trigger user;
  alter table lessons disable trigger user;
  insert into lessons (employee_id, subject_id, class_id)
  select h.employee_id, s.subject_id, class_id
    from many join class_teachers h using (class_id), (select subject_id from subjects order by subject_id limit ${SUBJECTS}) s;
  insert into marks (student_key, academic_term_id, subject_id, test_id, mark, max_mark)
  select r.student_key, m.term_id, s.subject_id, 1, (r.student_key * 7 + s.subject_id) % 101, 100
    from many m
    join registrations r on r.class_id = m.class_id and r.academic_term_id = m.term_id,
         (select subject_id from subjects order by subject_id limit ${SUBJECTS}) s
  on conflict do nothing;
  insert into term_records (student_key, academic_term_id, total_sessions)
  select r.student_key, m.term_id, 120
    from many m
    join registrations r on r.class_id = m.class_id and r.academic_term_id = m.term_id
  on conflict do nothing;
  alter table marks enable trigger user;
  alter table term_records enable trigger user;
  alter table lessons enable trigger user;
  insert into audit_events (actor, table_name, row_id, version, operation, new_values)
  select 'bench', 'marks', mark_id::text, version, 'insert',
         jsonb_build_object('mark', mark, 'max_mark', max_mark, 'student_key', student_key, 'subject_id', subject_id)
    from marks m
   where not exists (select from audit_events a where a.table_name = 'marks' and a.row_id = m.mark_id::text);
  drop table many;`;
