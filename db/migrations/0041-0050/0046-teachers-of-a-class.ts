import type { Migration } from "../migration.ts";

export const teachersOfAClass: Migration = {
  name: "0046-teachers-of-a-class",
  up: `
    -- Also of those that are over, which the index of what holds today leaves out: without it every question about the
    -- classes of a year reads all rows once a class.
    create index class_teachers_class on class_teachers (class_id);
  `,
  down: `drop index class_teachers_class;`,
};
