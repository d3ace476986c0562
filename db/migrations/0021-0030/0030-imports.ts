import type { Migration } from "../migration.ts";

/**
 * Files of students or employees that were sent to be imported: what each row would do, then what it did. What was there
 * before and after is kept, for an import is undone as a whole while nothing was added to its rows.
 */
export const imports: Migration = {
  name: "0030-imports",
  up: `
    create table imports (
      import_id   text primary key check (import_id ~ '^[0-9a-f-]{36}$'),
      kind        text not null check (kind in ('students', 'employees')),
      asked_by    integer not null references accounts,
      begun_at    timestamptz not null default now(),
      file_name   text not null,
      -- Until its rows are read.
      file        text references files on delete set null,
      state       text not null default 'reading'
                  check (state in ('reading', 'judged', 'refused', 'importing', 'imported', 'undoing', 'undone')),
      -- Why the file was refused, or what was asked for last was not done.
      failure     text not null default '',
      imported_by integer references accounts,
      imported_at timestamptz,
      undone_by   integer references accounts,
      undone_at   timestamptz
    );
    create index imports_begun on imports (begun_at);
    create index imports_file on imports (file) where file is not null;
    create index imports_under_way on imports (begun_at) where state in ('reading', 'importing', 'undoing');

    create table import_rows (
      import_id  text not null references imports on delete cascade,
      row_number integer not null,
      -- By the names of fields: what is in the file, and why a cell cannot be read.
      cells      jsonb not null,
      -- Said of a row that may be somebody who is here: 'another', or the public id of whom it is of.
      choice     text not null default '',
      outcome    text check (outcome in ('created', 'changed', 'unchanged', 'choose', 'refused')),
      public_id  text not null default '',
      name       text not null default '',
      class      text not null default '',
      lines      jsonb not null default '[]',
      primary key (import_id, row_number)
    );
    create index import_rows_outcome on import_rows (import_id, outcome, row_number);

    -- All rows that an import made or changed, by table.
    create table import_images (
      import_id text primary key references imports on delete cascade,
      created   jsonb not null,
      changed   jsonb not null,
      before    jsonb not null,
      after     jsonb not null
    );

    call audit('imports', 'import_id');
  `,
  down: "drop table import_images, import_rows, imports;",
};
