import type { Migration } from "../migration.ts";

/**
 * A summary of what was carried over into the new year and what was left out. It is stored when the run begins, because
 * the lessons change afterwards.
 */
export const carriedOver: Migration = {
  name: "0055-carried-over",
  up: `alter table term_rollovers add column carried_over jsonb;`,
  down: `alter table term_rollovers drop column carried_over;`,
};
