import type { Migration } from "../migration.ts";

const FUNCTIONS = ["audit_insert", "audit_update", "audit_delete"];

/**
 * The triggers write the audit trail with the rights of the tables' owner. The role of the web and worker processes
 * therefore needs no rights on the audit trail, and cannot write to it directly.
 */
export const trailThroughTriggers: Migration = {
  name: "0011-trail-through-triggers",
  up: FUNCTIONS.map(
    (name) => `alter function ${name}() security definer set search_path = public, pg_temp;`,
  ).join("\n"),
  down: FUNCTIONS.map((name) => `alter function ${name}() security invoker reset search_path;`).join("\n"),
};
