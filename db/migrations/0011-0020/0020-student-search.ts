import type { Migration } from "../migration.ts";
import { excludeColumnFromAudit } from "./0012-security-events.ts";

const WITHOUT = "'version', 'updated_at', 'password_hash'";

/**
 * The text in which students are searched: lower case and without accents. It is stored, because converting 20,000
 * names for each search would take too long, and left out of the audit trail, because it is derived from other columns.
 * Each sort order of the student list has an index.
 */
export const studentSearch: Migration = {
  name: "0020-student-search",
  up: `
    ${excludeColumnFromAudit(WITHOUT, `${WITHOUT}, 'search_text'`)}
    alter table students
      add column search_text text generated always as (
        lower(regexp_replace(normalize(last_name || ' ' || first_name || ' ' || other_name || ' ' || student_id || ' '
                                       || birth_certificate_pin, NFD), '[\\u0300-\\u036f]', '', 'g'))) stored;
    create index students_student_id_order on students (student_id collate names);
    create index students_status on students (student_status_id);
  `,
  down: `
    drop index students_status, students_student_id_order;
    alter table students drop column search_text;
    ${excludeColumnFromAudit(`${WITHOUT}, 'search_text'`, WITHOUT)}
  `,
};
