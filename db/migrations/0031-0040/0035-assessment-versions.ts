import type { Migration } from "../migration.ts";

const TABLES = ["assessments", "fortnightly_tests", "assessment_criteria"];

/** A class's assessment settings get a version, so that changes can be checked against the version that was read. */
export const assessmentVersions: Migration = {
  name: "0035-assessment-versions",
  up: `
    ${TABLES.map(versioned).join("\n    ")}
    call audit('assessment_criteria', 'criterion_id');
  `,
  down: `
    ${["audit_insert", "audit_update", "audit_delete"].map((name) => `drop trigger ${name} on assessment_criteria;`).join("\n    ")}
    ${TABLES.map(unversioned).join("\n    ")}
  `,
};

function versioned(table: string): string {
  return `alter table ${table}
      add column version    bigint not null default nextval('row_versions'),
      add column updated_at timestamptz not null default now();
    create trigger next_version before update on ${table} for each row execute function next_version();`;
}

function unversioned(table: string): string {
  return `drop trigger next_version on ${table};
    alter table ${table} drop column version, drop column updated_at;`;
}
