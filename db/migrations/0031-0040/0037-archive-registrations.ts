import type { Migration } from "../migration.ts";

/** A student's class in a term older than the calendar. It is stored as text, because such a term has no classes. */
export const archiveRegistrations: Migration = {
  name: "0037-archive-registrations",
  up: `
    create table archive_registrations (
      student_key      integer not null references students,
      academic_term_id integer not null references academic_terms check (academic_term_id between 101 and 999),
      form_class_id    text not null references form_classes,
      version          bigint not null default nextval('row_versions'),
      updated_at       timestamptz not null default now(),
      primary key (student_key, academic_term_id)
    );
    create index archive_registrations_term on archive_registrations (academic_term_id);
    create index archive_registrations_class on archive_registrations (form_class_id);
    create trigger next_version before update on archive_registrations for each row execute function next_version();
    call audit('archive_registrations', 'student_key', 'academic_term_id');
  `,
  down: `drop table archive_registrations;`,
};
