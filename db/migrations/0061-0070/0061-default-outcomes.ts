import type { Migration } from "../migration.ts";

/**
 * The default outcome of a level: students about whom nobody decides go up at the end of the year, or leave. Without a
 * row, they go up. The journal says so for a student who leaves for this reason. A class can be of a subject group, such
 * as Science, by which the students of a level are divided.
 */
export const defaultOutcomes: Migration = {
  name: "0061-default-outcomes",
  up: `
    create table default_outcomes (
      form_level smallint primary key check (form_level between 1 and 7),
      outcome    text not null check (outcome in ('up', 'leave')),
      version    bigint not null default nextval('row_versions'),
      updated_at timestamptz not null default now()
    );
    create trigger next_version before update on default_outcomes for each row execute function next_version();
    call audit('default_outcomes', 'form_level');

    alter table classes add column subject_group text
      check (btrim(subject_group) <> '' and length(subject_group) <= 30);

    alter table rollover_fates drop constraint rollover_fates_why_check;
    alter table rollover_fates add constraint rollover_fates_why_check
      check (why in ('same-class', 'no-class', 'report-signed', 'report-unsigned', 'no-decision', 'last-level', 'level-leaves',
                     'decision', 'registered-before', 'promoted-before', 'class-missing', 'class-not-mapped'));
  `,
  down: `
    alter table rollover_fates drop constraint rollover_fates_why_check;
    update rollover_fates set why = 'last-level' where why = 'level-leaves';
    alter table rollover_fates add constraint rollover_fates_why_check
      check (why in ('same-class', 'no-class', 'report-signed', 'report-unsigned', 'no-decision', 'last-level',
                     'decision', 'registered-before', 'promoted-before', 'class-missing', 'class-not-mapped'));
    alter table classes drop column subject_group;
    drop table default_outcomes;
  `,
};
