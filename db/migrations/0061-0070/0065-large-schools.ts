import type { Migration } from "../migration.ts";

/**
 * Keeps the students' list fast in a large school: stored totals by status, an index for the parts of names that are
 * searched, indexes that find records of the same child, and one that counts the students before a name.
 *
 * A total is the sum of its rows. Each change adds a row, so that no change of a student waits for another, and a
 * nightly job counts again (`recountStudents` in `db/queries/people/student-counts.ts`).
 */
export const largeSchools: Migration = {
  name: "0065-large-schools",
  up: `
    create table student_counts (
      change_id         bigint generated always as identity primary key,
      student_status_id smallint not null,
      students          integer not null
    );

    -- The function runs as the tables' owner, because the previous version's processes have no rights on the new table.
    create function count_students() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if tg_op = 'INSERT' then
        insert into student_counts (student_status_id, students)
        select student_status_id, count(*) from new_rows group by 1;
      elsif tg_op = 'DELETE' then
        insert into student_counts (student_status_id, students)
        select student_status_id, -count(*) from old_rows group by 1;
      else
        insert into student_counts (student_status_id, students)
        select x.student_status_id, sum(x.students)
          from (select student_status_id, 1 as students from new_rows
                 union all
                select student_status_id, -1 from old_rows) x
         group by 1
        having sum(x.students) <> 0;
      end if;
      return null;
    end $$;
    create trigger totals_insert after insert on students referencing new table as new_rows
      for each statement execute function count_students();
    create trigger totals_delete after delete on students referencing old table as old_rows
      for each statement execute function count_students();
    create trigger totals_update after update on students referencing old table as old_rows new table as new_rows
      for each statement execute function count_students();
    insert into student_counts (student_status_id, students)
    select student_status_id, count(*) from students group by 1;

    create function letter_triples(written text) returns text[] language sql immutable parallel safe as $$
      select array(select distinct substr(written, place, 3) from generate_series(1, length(written) - 2) as place)
    $$;
    create index students_letter_triples on students using gin (letter_triples(search_text));
    create index classes_letter_triples on classes using gin (letter_triples(plain_letters(label)));
    create index employees_letter_triples on employees
      using gin (letter_triples(plain_letters(first_name || ' ' || last_name)));
    create index students_register on students (last_name collate names, first_name collate names, id)
      include (student_status_id);
    drop index students_name;
    create index students_born_last on students (date_of_birth, plain_letters(last_name));
    create index students_born_first on students (date_of_birth, plain_letters(first_name));
    create index students_plain_name on students (plain_letters(last_name), plain_letters(first_name));
  `,
  down: `
    drop index students_plain_name;
    drop index students_born_first;
    drop index students_born_last;
    create index students_name on students (last_name collate names, first_name collate names, id);
    drop index students_register;
    drop index employees_letter_triples;
    drop index classes_letter_triples;
    drop index students_letter_triples;
    drop function letter_triples(text);
    drop trigger totals_insert on students;
    drop trigger totals_delete on students;
    drop trigger totals_update on students;
    drop function count_students();
    drop table student_counts;
  `,
};
