import { boolean, integer, nullable, primaryKey, VERSIONED, withDefault } from "../columns.ts";
import { table, type RowOf } from "../table.ts";

/** The class of next year that a class moves up to. `shared` allows another class to move up to the same class. */
export const ClassMove = table("class_moves", {
  class_id: primaryKey(integer()),
  academic_year_id: integer(),
  next_year_id: integer(),
  up_class_id: nullable(integer()),
  repeat_class_id: nullable(integer()),
  shared: withDefault(boolean(), false),
  ...VERSIONED,
});
export type ClassMove = RowOf<typeof ClassMove>;
