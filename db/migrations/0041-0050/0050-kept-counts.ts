import type { Migration } from "../migration.ts";

/** The rows that a trigger can read: `new_rows` after an insert, `old_rows` after a delete, both after an update. */
type Changed = "new_rows" | "old_rows" | "both";

/** The part of a trigger's definition that names the changed rows, by event. */
const ROWS = {
  insert: "new table as new_rows",
  delete: "old table as old_rows",
  update: "old table as old_rows new table as new_rows",
};

/** Builds the statement that notes which counts are out of date. @param changed the changed rows */
export type Noting = (changed: string) => string;

const studentsOfTerms: Noting = (changed) => `
      insert into counts_to_renew (academic_term_id, student_keys)
      select academic_term_id, jsonb_agg(distinct student_key) from ${changed} group by academic_term_id;`;

const classesOfTerms: Noting = (changed) => `
      insert into counts_to_renew (academic_term_id, class_ids)
      select academic_term_id, jsonb_agg(distinct class_id) from ${changed} group by academic_term_id;`;

const classes: Noting = (changed) => `
      insert into counts_to_renew (class_ids) select jsonb_agg(distinct class_id) from ${changed} having count(*) > 0;`;

/** A subject choice belongs to a year and not to a term, so all terms of the student are counted again. */
const students: Noting = (changed) => `
      insert into counts_to_renew (student_keys) select jsonb_agg(distinct student_key) from ${changed} having count(*) > 0;`;

const everything: Noting = (changed) => `
      insert into counts_to_renew (academic_term_id) select null from ${changed} limit 1;`;

/** Grades whose mark was deleted are not found here, but the trigger on marks notes that change. */
const grades: Noting = (changed) => `
      insert into counts_to_renew (academic_term_id, student_keys)
      select m.academic_term_id, jsonb_agg(distinct m.student_key)
        from ${changed} join marks m using (mark_id) group by m.academic_term_id;`;

/** The first registration in a later term, or removing the last, changes whether the school is set back to a term. */
const registrations: Noting = (changed) => `${classesOfTerms(changed)}
      insert into counts_to_renew (academic_term_id)
      select o.current_term_id from schools o
       where exists (select from ${changed} where academic_term_id > o.current_term_id);`;

const TERMS = "insert into counts_to_renew (academic_term_id) select academic_term_id from new_rows;";

const LEAVERS = `
      insert into counts_to_renew (student_keys)
      select jsonb_agg(n.id) from new_rows n join old_rows o using (id)
       where n.student_status_id <> o.student_status_id having count(*) > 0;`;

/** A new current term changes the counts of both terms; a new school type or time zone changes all counts. */
const SCHOOL = `
      insert into counts_to_renew (academic_term_id)
      select distinct x.academic_term_id
        from new_rows n join old_rows o using (school_id)
       cross join lateral (values (n.current_term_id), (o.current_term_id)) as x (academic_term_id)
       where n.current_term_id is distinct from o.current_term_id and x.academic_term_id is not null
       union all
      select null from new_rows n join old_rows o using (school_id)
       where (n.flavour, n.time_zone) <> (o.flavour, o.time_zone);`;

/** Tables in which inserts, updates and deletes all change the counts. */
const NOTED: Readonly<Record<string, { columns: string; noting: Noting }>> = {
  marks: { columns: "student_key, academic_term_id", noting: studentsOfTerms },
  criterion_grades: { columns: "mark_id", noting: grades },
  term_records: { columns: "student_key, academic_term_id", noting: studentsOfTerms },
  registrations: { columns: "class_id, academic_term_id", noting: registrations },
  student_subject_assignments: { columns: "student_key", noting: students },
  lessons: { columns: "class_id", noting: classes },
  fortnightly_tests: { columns: "class_id, academic_term_id", noting: classesOfTerms },
  assessment_criteria: { columns: "subject_id", noting: everything },
};

/** Tables in which only updates change the counts. */
const UPDATED: Readonly<Record<string, string>> = {
  classes: classes("new_rows"),
  students: LEAVERS,
  academic_terms: TERMS,
  schools: SCHOOL,
  form_classes: everything("new_rows"),
};

/**
 * Stores the progress of mark sheets and reports for each class and term. Triggers note which counts a statement has
 * made out of date, each time in a new row, so that no save waits for another. The next reader counts those classes
 * again (`db/queries/reports/counts.ts`). For the same reason the notes have no foreign keys. A note names a student
 * and not a class, because another transaction may be moving the student.
 */
export const keptCounts: Migration = {
  name: "0050-kept-counts",
  up: `
    create table report_counts (
      academic_term_id integer not null,
      class_id         integer not null,
      total            integer not null,
      complete         integer not null,
      signed           integer not null,
      changed          integer not null,
      returned         integer not null,
      to_sign          integer not null,
      -- False while a change has been noted since.
      is_current       boolean not null,
      primary key (academic_term_id, class_id)
    );

    -- A test other than a fortnightly one has the number 0.
    create table sheet_counts (
      academic_term_id    integer not null,
      class_id            integer not null,
      lesson_id           integer not null,
      test_id             smallint not null,
      fortnightly_test_id integer not null,
      entered             integer not null,
      expected            integer not null,
      primary key (academic_term_id, class_id, lesson_id, test_id, fortnightly_test_id)
    );

    -- Without a term, all terms are meant; without students and classes, all classes.
    create table counts_to_renew (
      change_id        bigint generated always as identity primary key,
      academic_term_id integer,
      class_ids        jsonb,
      student_keys     jsonb
    );

    ${Object.entries(NOTED)
      .map(([table, { columns, noting }]) => notedTable(table, columns, noting))
      .join("\n")}
    ${Object.entries(UPDATED)
      .map(([table, body]) => `${functionOf(table, body)}\n${triggerOf(table, "update")}`)
      .join("\n")}
  `,
  down: `
    ${Object.keys(NOTED)
      .flatMap((table) => ["insert", "update", "delete"].map((event) => [table, event] as const))
      .map(([table, event]) => `drop trigger counts_${event} on ${table};`)
      .join("\n")}
    ${Object.keys(UPDATED)
      .map((table) => `drop trigger counts_update on ${table};`)
      .join("\n")}
    drop function ${[...Object.keys(NOTED), ...Object.keys(UPDATED)].map((table) => `note_${table}()`).join(", ")};
    drop table counts_to_renew, sheet_counts, report_counts;
  `,
};

export function notedTable(table: string, columns: string, noting: Noting): string {
  const from = (changed: Changed) => {
    const rows = changed === "both" ? ["old_rows", "new_rows"] : [changed];
    return `(${rows.map((name) => `select ${columns} from ${name}`).join(" union ")}) x`;
  };
  const body = `
      if tg_op = 'INSERT' then ${noting(from("new_rows"))}
      elsif tg_op = 'DELETE' then ${noting(from("old_rows"))}
      else ${noting(from("both"))}
      end if;`;
  return [
    functionOf(table, body),
    ...(["insert", "update", "delete"] as const).map((event) => triggerOf(table, event)),
  ].join("\n");
}

/**
 * Runs with the rights of the tables' owner, because the processes of the previous version have no rights on the new
 * table.
 */
function functionOf(table: string, body: string): string {
  return `
    create function note_${table}() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      ${body.trim()}
      return null;
    end $$;`;
}

function triggerOf(table: string, event: keyof typeof ROWS): string {
  return `create trigger counts_${event} after ${event} on ${table} referencing ${ROWS[event]}
      for each statement execute function note_${table}();`;
}
