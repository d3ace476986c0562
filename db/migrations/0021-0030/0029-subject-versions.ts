import type { Migration } from "../migration.ts";

/** Subjects get a version, so that a change can be checked against the version that the page showed. */
export const subjectVersions: Migration = {
  name: "0029-subject-versions",
  up: `
    alter table subjects
      add column version    bigint not null default nextval('row_versions'),
      add column updated_at timestamptz not null default now();
    create trigger next_version before update on subjects for each row execute function next_version();
  `,
  down: `
    drop trigger next_version on subjects;
    alter table subjects drop column version, drop column updated_at;
  `,
};
