import { expect, test } from "vitest";
import { runQuery, transaction } from "#db/index.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { TEST } from "#tests/support/builders/school.ts";
import {
  answerTo,
  CHECK,
  createGoodRows,
  FOREIGN,
  FORTNIGHTLY_TEST,
  NOT_NULL,
  UNIQUE,
  type Values,
} from "./builders.ts";

await freshDatabase();

const { good, term1, term3, accountId, classmate } = await createGoodRows();
const fortnightly = { test_id: 3, fortnightly_test_id: FORTNIGHTLY_TEST };
const promoted = { academic_term_id: term3, promoted_to: "Std 5" };
const moment = "2026-06-26T14:00:00-04:00";
const signed = { signed_by: accountId, signed_at: moment, signed_fingerprint: "of-the-day" };
const returned = { returned_by: accountId, returned_at: moment, return_reason: "Look again." };

const REFUSED: [sentence: string, table: string, change: Values, code: string][] = [
  ["a maximum of nothing", "assessments", { max_mark: 0 }, CHECK],
  ["a fortnightly assessment without its test", "assessments", { test_id: 3 }, CHECK],
  ["an examination with a fortnightly test", "assessments", { fortnightly_test_id: FORTNIGHTLY_TEST }, CHECK],
  ["a second fortnightly test of one title", "fortnightly_tests", { title: "Fortnightly Test 1" }, UNIQUE],
  ["a mark above the maximum", "marks", { mark: 100.5 }, CHECK],
  ["a mark below nothing", "marks", { mark: -1 }, CHECK],
  ["a mark of somebody absent", "marks", { attendance: 2 }, CHECK],
  ["a grade of somebody absent", "marks", { mark: null, grade: "A", attendance: 2 }, CHECK],
  ["no work at an examination", "marks", { mark: null, attendance: 3 }, CHECK],
  ["no work in a fortnightly test", "marks", { ...fortnightly, mark: null, attendance: 3 }, CHECK],
  ["a fourth kind of attendance", "marks", { mark: null, attendance: 4 }, CHECK],
  ["a grade that is no letter", "marks", { grade: "9" }, CHECK],
  ["application beside another test than the examination", "marks", { test_id: 2, application: "C" }, CHECK],
  [
    "preparedness beside another test than the examination",
    "marks",
    { test_id: 2, preparedness: "C" },
    CHECK,
  ],
  ["a fourth rating of preparedness", "marks", { preparedness: "X" }, CHECK],
  ["a fourth kind of test", "marks", { test_id: 4 }, CHECK],
  ["a fortnightly mark without its test", "marks", { test_id: 3 }, CHECK],
  ["a second mark of a student in the same test", "marks", { student_key: classmate.id }, UNIQUE],
  ["a mark without a maximum", "marks", { max_mark: undefined }, NOT_NULL],
  ["a criterion graded 6", "criterion_grades", { grade: 6 }, CHECK],
  ["a criterion graded 0", "criterion_grades", { grade: 0 }, CHECK],
  ["a student both promoted and repeating", "term_records", { ...promoted, repeating: "Std 4" }, CHECK],
  ["a promotion in the first term", "term_records", { promoted_to: "Std 5" }, CHECK],
  ["repeating in the first term", "term_records", { repeating: "Std 4" }, CHECK],
  ["a promotion to no class of the school", "term_records", { ...promoted, promoted_to: "Std 9" }, FOREIGN],
  ["more sessions absent than there were", "term_records", { sessions_absent: 121 }, CHECK],
  ["more sessions late than there were", "term_records", { sessions_late: 121 }, CHECK],
  ["a fourth rating of behaviour", "term_records", { respect: "A" }, CHECK],
  ["participation in 21 characters", "term_records", { participation: "x".repeat(21) }, CHECK],
  ["a conduct in 21 characters", "term_records", { conduct: "x".repeat(21) }, CHECK],
  ["a teacher's comment of 401 characters", "term_records", { teacher_comment: "x".repeat(401) }, CHECK],
  ["a principal's comment of 101 characters", "term_records", { principal_comment: "x".repeat(101) }, CHECK],
  ["a signature without its time", "term_records", { signed_by: accountId }, CHECK],
  ["a picture of a signature that nobody gave", "term_records", { signature: "a.jpg" }, CHECK],
  ["a signature under nothing", "term_records", { ...signed, signed_fingerprint: null }, CHECK],
  ["a report that is signed and sent back at once", "term_records", { ...signed, ...returned }, CHECK],
  ["sent back without a reason", "term_records", { ...returned, return_reason: null }, CHECK],
  ["sent back with an empty reason", "term_records", { ...returned, return_reason: "" }, CHECK],
  ["a reason of 201 characters", "term_records", { ...returned, return_reason: "x".repeat(201) }, CHECK],
  ["a reason that nobody gave", "term_records", { return_reason: "Look again." }, CHECK],
  ["posted without a day", "postings", { date_posted: null }, CHECK],
  ["a day without being posted", "postings", { posted: false }, CHECK],
  ["dates of entry that end before they begin", "entry_windows", { opens_at: "2025-12-06" }, CHECK],
  ["a window without dates", "entry_windows", { opens_at: null, closes_at: null }, CHECK],
  ["dates of what is not entered", "entry_windows", { kind: "attendance" }, CHECK],
  ["more time without a reason", "entry_extensions", { reason: " " }, CHECK],
  ["the current term opened for correction", "entry_corrections", { academic_term_id: term3 }, CHECK],
  ["a past term opened without a reason", "entry_corrections", { reason: "  " }, CHECK],
  ["a past term opened for nobody", "entry_corrections", { class_id: null }, CHECK],
  ["a past term opened for a class and a student", "entry_corrections", { student_key: 1 }, CHECK],
  ["a past term opened until a day that had passed", "entry_corrections", { until: "2026-01-05" }, CHECK],
  ["a past term opened for years", "entry_corrections", { until: "2099-01-05" }, CHECK],
  ["a past term closed by nobody", "entry_corrections", { closed_at: "2099-01-05" }, CHECK],
  ["a phrase longer than a comment", "comment_phrases", { phrase: "x".repeat(401) }, CHECK],
];

test.each(REFUSED)("%s is refused", async (_, table, change, code) => {
  const answer = await answerTo(table, { ...good[table], ...change });

  expect(answer).toBe(code);
});

test("a second posting of a whole term is refused", async () => {
  await transaction(TEST, (t) =>
    runQuery("insert into postings (academic_term_id, posted) values ($1, false)", [term1], t),
  );

  const answer = await answerTo("postings", good.postings ?? {});

  expect(answer).toBe(UNIQUE);
});

test("a second phrase of the whole school is refused when it is the same", async () => {
  await transaction(TEST, (t) =>
    runQuery("insert into comment_phrases (phrase) values ('A joy to teach.')", [], t),
  );

  const answer = await answerTo("comment_phrases", good.comment_phrases ?? {});

  expect(answer).toBe(UNIQUE);
});
