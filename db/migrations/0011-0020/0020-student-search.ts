import type { Migration } from "../migration.ts";
import { unaudited } from "./0012-security-events.ts";

const WITHOUT = "'version', 'updated_at', 'password_hash'";

/**
 * The text by which a student is found, in lower case without accents: converting 20,000 names during each search
 * would take longer than a page may. The text follows from other columns, so the audit trail leaves it out. Each
 * order of the whole student list has an index.
 */
export const studentSearch: Migration = {
  name: "0020-student-search",
  up: `
    ${unaudited(WITHOUT, `${WITHOUT}, 'search_text'`)}
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
    ${unaudited(`${WITHOUT}, 'search_text'`, WITHOUT)}
  `,
};
