import { expect, test } from "vitest";
import { isCorrection } from "#fields/correction.ts";

test.each<[string, object | null, object, boolean]>([
  ["marks", { mark: 46 }, { mark: 64 }, true],
  ["marks", null, { mark_id: 4, student_key: 7, max_mark: 100, attendance: 1 }, false],
  ["marks", null, { mark_id: 4, student_key: 7, max_mark: 100, attendance: 1, mark: 64 }, true],
  ["marks", { max_mark: 50 }, { max_mark: 100 }, false],
  ["criterion_grades", { grade: 2 }, { grade: 4 }, true],
  ["criterion_grades", null, { mark_id: 4, criterion_id: 1 }, false],
  ["term_records", { respect: null }, { respect: "C" }, true],
  [
    "term_records",
    { signed_by: null, signed_fingerprint: null },
    { signed_by: 3, signed_fingerprint: "a" },
    false,
  ],
  [
    "term_records",
    { return_reason: null, returned_by: null },
    { return_reason: "No.", returned_by: 3 },
    false,
  ],
  [
    "term_records",
    null,
    { term_record_id: 9, student_key: 7, academic_term_id: 1, total_sessions: 122 },
    false,
  ],
  ["term_records", { total_sessions: 122 }, { total_sessions: 120 }, true],
])("%s from %j to %j is a correction: %s", (table_name, old_values, new_values, expected) => {
  const change = { table_name, old_values, new_values } as Parameters<typeof isCorrection>[0];

  expect(isCorrection(change)).toBe(expected);
});
