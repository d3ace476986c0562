import type { Migration } from "../migration.ts";

/**
 * Files of students or employees to be imported: first the plan for each row, then the result. The rows from before and
 * after the import are stored, because an import can be undone as a whole until somebody changes its rows.
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
      -- Kept until its rows are read.
      file        text references files on delete set null,
      state       text not null default 'reading'
                  check (state in ('reading', 'judged', 'refused', 'importing', 'imported', 'undoing', 'undone')),
      -- The reason why the file was rejected or the last request was not done.
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
      -- The contents of the file by field name, and the reason why a cell cannot be read.
      cells      jsonb not null,
      -- The answer for a row that may be an existing person: 'another', or that person's public id.
      choice     text not null default '',
      outcome    text check (outcome in ('created', 'changed', 'unchanged', 'choose', 'refused')),
      public_id  text not null default '',
      name       text not null default '',
      class      text not null default '',
      lines      jsonb not null default '[]',
      primary key (import_id, row_number)
    );
    create index import_rows_outcome on import_rows (import_id, outcome, row_number);

    -- All rows that an import created or changed, by table.
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
