import { identity, integer, json, NOW, nullable, primaryKey, timestamp, withDefault } from "./columns.ts";
import { table, type RowOf } from "./table.ts";

export const StudentMerge = table("student_merges", {
  merge_id: identity(integer()),
  kept_key: integer(),
  merged_key: integer(),
  merged_by: integer(),
  merged_at: withDefault(timestamp(), NOW),
  undone_by: nullable(integer()),
  undone_at: nullable(timestamp()),
});
export type StudentMerge = RowOf<typeof StudentMerge>;

type Image = Readonly<Record<string, readonly object[]>>;

/** All rows of both students, by table, before and after the merge. */
export const MergedRows = table("merged_rows", {
  merge_id: primaryKey(integer()),
  before: json<Image>(),
  after: json<Image>(),
});

/** Two similar records that somebody declared to be different children. The lower key comes first. */
export const DifferentStudents = table("different_students", {
  one_key: primaryKey(integer()),
  other_key: primaryKey(integer()),
  said_by: integer(),
  said_at: withDefault(timestamp(), NOW),
});
