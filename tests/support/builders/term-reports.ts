import { queryDatabase, runInDatabase } from "#tests/support/postgres/answer-of.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";

type InClass = { classLabel: string };

/** Makes a person co-teacher of a class and gives them the permission to open its reports. */
export function addToClassAsCoTeacher(
  databaseUrl: string,
  to: InClass & { userName: string },
): Promise<unknown> {
  return runInDatabase(databaseUrl, async (client) => {
    const account = "select account_id from accounts where user_name = $1";
    await client.query(
      `insert into account_permissions (account_id, user_permission_id) values ((${account}), 2)
       on conflict do nothing`,
      [to.userName],
    );
    await client.query(
      `insert into class_teachers (class_id, employee_id, is_lead, from_date)
       select c.class_id, a.employee_id, false, '2025-09-01'
         from accounts a, classes c, academic_terms t
        where a.user_name = $1 and c.label = $2 and t.academic_year_id = c.academic_year_id
          and t.academic_term_id = (select current_term_id from schools)
       on conflict do nothing`,
      [to.userName, to.classLabel],
    );
  });
}

/** SQL that clears the fields of a term record that a form teacher writes. */
export const NOTHING_WRITTEN = [
  "teacher_comment = ''",
  ...["sessions_absent", "sessions_late", ...BEHAVIOUR_FIELDS, "promoted_to", "repeating"].map(
    (field) => `${field} = null`,
  ),
].join(", ");

/** SQL that writes a comment and every rating of a term record. */
export const EVERYTHING_WRITTEN = [
  "teacher_comment = 'Works steadily.'",
  ...BEHAVIOUR_FIELDS.map((field) => `${field} = 'S'`),
].join(", ");

/** Resets the reports at these positions of a class to their initial state. */
export function resetTermRecords(
  databaseUrl: string,
  { classLabel, from, to }: InClass & { from: number; to: number },
): Promise<unknown> {
  return queryDatabase(
    databaseUrl,
    `update term_records
          set ${NOTHING_WRITTEN}
        where academic_term_id = (select current_term_id from schools)
          and student_key in (
            select r.student_key
              from registrations r join classes c using (class_id) join students s on s.id = r.student_key
             where c.label = $1 and r.academic_term_id = (select current_term_id from schools)
             order by s.last_name, s.first_name limit $2 offset $3)`,
    [classLabel, to - from + 1, from - 1],
  );
}

/** Ends a person's sessions, as if the person had been inactive for an hour. */
export function expireSessions(databaseUrl: string, userName: string): Promise<unknown> {
  return queryDatabase(
    databaseUrl,
    "delete from sessions where account_id = (select account_id from accounts where user_name = $1)",
    [userName],
  );
}
