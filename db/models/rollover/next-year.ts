import {
  booleanColumn,
  integerColumn,
  nullable,
  primaryKey,
  VERSION_COLUMNS,
  withDefault,
} from "../columns.ts";
import { table, type RowOf } from "../table.ts";

/** The class of next year that a class moves up to. `shared` allows another class to move up to the same class. */
export const NextYearClassMove = table("class_moves", {
  class_id: primaryKey(integerColumn()),
  academic_year_id: integerColumn(),
  next_year_id: integerColumn(),
  up_class_id: nullable(integerColumn()),
  repeat_class_id: nullable(integerColumn()),
  shared: withDefault(booleanColumn(), false),
  ...VERSION_COLUMNS,
});
export type NextYearClassMove = RowOf<typeof NextYearClassMove>;
