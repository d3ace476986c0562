/** The record that stays of one that was merged away. */
export type Stayed = {
  merged_key: number;
  id: number;
  first_name: string;
  last_name: string;
  student_id: string;
};

/** What is said, by its row, of an entry that waited on a device for a record that was merged away meanwhile. */
export function mergedReasons(stayed: readonly Stayed[]): Map<string, string> {
  return new Map(
    stayed.map(({ merged_key, first_name, last_name, student_id }) => [
      String(merged_key),
      `one record now with ${first_name} ${last_name}, ${student_id}: enter it there`,
    ]),
  );
}
