import type { Migration } from "../migration.ts";

/** Finds the remarks of a student without reading every mark. Few marks have a remark, so the index is small. */
export const marksWithRemarks: Migration = {
  name: "0086-marks-with-remarks",
  up: `create index marks_with_remark on marks (student_key, academic_term_id) where remark is not null`,
  down: `drop index marks_with_remark`,
};
