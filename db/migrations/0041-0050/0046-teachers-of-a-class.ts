import type { Migration } from "../migration.ts";

export const teachersOfAClass: Migration = {
  name: "0046-teachers-of-a-class",
  up: `
    -- This index includes past rows, which the index of current rows leaves out: without it, every query about the
    -- classes of a year reads all rows once per class.
    create index class_teachers_class on class_teachers (class_id);
  `,
  down: `drop index class_teachers_class;`,
};
