import type { Migration } from "../migration.ts";

/** Terms get a version, so that changes can be checked against it. A constraint keeps terms from overlapping. */
export const termVersions: Migration = {
  name: "0033-term-versions",
  up: `
    alter table academic_terms
      add column version    bigint not null default nextval('row_versions'),
      add column updated_at timestamptz not null default now(),
      add constraint academic_terms_apart
          exclude using gist (daterange(term_start, term_end, '[]') with &&) where (academic_year_id is not null);
    create trigger next_version before update on academic_terms for each row execute function next_version();
  `,
  down: `
    drop trigger next_version on academic_terms;
    alter table academic_terms drop constraint academic_terms_apart, drop column version, drop column updated_at;
  `,
};
