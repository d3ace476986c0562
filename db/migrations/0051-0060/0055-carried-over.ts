import type { Migration } from "../migration.ts";

/**
 * What was carried over into the new year and what was left out, as it was when the run began, because the lessons
 * change afterwards.
 */
export const carriedOver: Migration = {
  name: "0055-carried-over",
  up: `alter table term_rollovers add column carried_over jsonb;`,
  down: `alter table term_rollovers drop column carried_over;`,
};
