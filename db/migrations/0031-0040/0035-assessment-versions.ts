import type { Migration } from "../migration.ts";

/** Tests of a class are changed on the version that was read (A2, Term Assesments Configuration). */
export const assessmentVersions: Migration = {
  name: "0035-assessment-versions",
  up: `
    alter table assessments
      add column version    bigint not null default nextval('row_versions'),
      add column updated_at timestamptz not null default now();
    create trigger next_version before update on assessments for each row execute function next_version();
  `,
  down: `
    drop trigger next_version on assessments;
    alter table assessments drop column version, drop column updated_at;
  `,
};
