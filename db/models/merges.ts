import {
  identityColumn,
  integerColumn,
  jsonColumn,
  NOW_LITERAL,
  nullable,
  primaryKey,
  timestampColumn,
  withDefault,
} from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const StudentMerge = table("student_merges", {
  merge_id: identityColumn(integerColumn()),
  kept_key: integerColumn(),
  merged_key: integerColumn(),
  merged_by: integerColumn(),
  merged_at: withDefault(timestampColumn(), NOW_LITERAL),
  undone_by: nullable(integerColumn()),
  undone_at: nullable(timestampColumn()),
});
export type StudentMerge = RowOf<typeof StudentMerge>;

type Image = Readonly<Record<string, readonly object[]>>;

/** All rows of both students, by table, before and after the merge. */
export const MergedRows = table("merged_rows", {
  merge_id: primaryKey(integerColumn()),
  before: jsonColumn<Image>(),
  after: jsonColumn<Image>(),
});

/** Two similar records that somebody declared to be different children. The lower key comes first. */
export const DifferentStudents = table("different_students", {
  one_key: primaryKey(integerColumn()),
  other_key: primaryKey(integerColumn()),
  said_by: integerColumn(),
  said_at: withDefault(timestampColumn(), NOW_LITERAL),
});
