import type { Migration } from "../migration.ts";

/** Criterion grades are not in this list, because they have the version of their mark. */
const VERSIONED = ["employees", "students", "marks", "term_records"];

/** A trigger gives a row a new version with every change, so that no statement can forget to do so. */
export const rowVersions: Migration = {
  name: "0010-row-versions",
  up: `
    create function next_version() returns trigger language plpgsql as $$
    begin
      new.version := nextval('row_versions');
      new.updated_at := now();
      return new;
    end $$;

    ${VERSIONED.map((name) => `create trigger next_version before update on ${name} for each row execute function next_version();`).join("\n    ")}
  `,
  down: `
    ${VERSIONED.map((name) => `drop trigger next_version on ${name};`).join("\n    ")}
    drop function next_version();
  `,
};
