import type { Migration } from "../migration.ts";

export const importReadings: Migration = {
  name: "0048-import-readings",
  up: `
    -- In the new state an import waits for a person to confirm how its file was read.
    alter table imports drop constraint imports_state_check;
    alter table imports add constraint imports_state_check
      check (state in ('reading', 'matching', 'judged', 'refused', 'importing', 'imported', 'undoing', 'undone'));

    -- How a file was read, with three values of each column. It has children's data, so it is not in the audit trail.
    create table import_readings (
      import_id    text primary key references imports on delete cascade,
      -- The decisions that a person made in place of the file's content.
      choices      jsonb not null default '{}',
      -- Null until the file has been read once.
      reading      jsonb,
      is_confirmed boolean not null default false,
      version      integer not null default 1
    );

    -- The fields of the columns of files with the same headings, by heading.
    create table import_matches (
      kind   text not null check (kind in ('students', 'employees')),
      -- A hash of the sorted headings.
      shape  text not null check (shape ~ '^[0-9a-f]{64}$'),
      fields jsonb not null,
      -- The matches that were not used for longest are forgotten.
      used_at timestamptz not null default now(),
      primary key (kind, shape)
    );
    call audit('import_matches', 'kind', 'shape');
  `,
  down: `
    drop table import_matches, import_readings;
    select set_config('app.actor', 'migration', true);
    delete from imports where state = 'matching';
    -- The older version keeps the file only until it is read.
    update imports set file = null where state <> 'reading' and file is not null;
    alter table imports drop constraint imports_state_check;
    alter table imports add constraint imports_state_check
      check (state in ('reading', 'judged', 'refused', 'importing', 'imported', 'undoing', 'undone'));
  `,
};
