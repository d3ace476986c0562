import type { Migration } from "../migration.ts";

/** Allows imports of data other than people. The kinds are listed in `app/domain/people/imports.ts`. */
export const kindsOfImport: Migration = {
  name: "0058-kinds-of-import",
  up: `
    alter table imports drop constraint imports_kind_check;
    alter table imports add constraint imports_kind_check check (kind ~ '^[a-z-]{1,30}$');
    alter table import_matches drop constraint import_matches_kind_check;
    alter table import_matches add constraint import_matches_kind_check check (kind ~ '^[a-z-]{1,30}$');
  `,
  down: `
    select set_config('app.actor', 'migration', true);
    delete from imports where kind not in ('students', 'employees');
    delete from import_matches where kind not in ('students', 'employees');
    alter table imports drop constraint imports_kind_check;
    alter table imports add constraint imports_kind_check check (kind in ('students', 'employees'));
    alter table import_matches drop constraint import_matches_kind_check;
    alter table import_matches add constraint import_matches_kind_check check (kind in ('students', 'employees'));
  `,
};
