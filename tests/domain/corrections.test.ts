import { expect, test } from "vitest";
import {
  formatCorrectedBy,
  formatCorrectedOn,
  formatOpenCorrections,
  formatDateWithWeekday,
  listCorrectableStudentKeys,
  type OpenCorrection,
} from "#domain/entry/corrections.ts";
import { findEntryLock, type EntryLock } from "#domain/lock.ts";

const OPEN: OpenCorrection = {
  until: "2026-12-04",
  reason: "Two scripts were missing.",
  opened_on: "2026-12-02",
  opened_by: { user_name: "Admin", first_name: null, last_name: null },
  student_key: null,
};

test.each<
  [
    { isCurrent: boolean; canEdit: boolean; corrections: OpenCorrection[] | null; isOver?: boolean },
    EntryLock,
  ]
>([
  [{ isCurrent: false, canEdit: true, corrections: null }, "past-term"],
  [{ isCurrent: false, canEdit: true, corrections: [] }, "past-term"],
  [{ isCurrent: false, canEdit: true, corrections: [OPEN] }, "open"],
  [{ isCurrent: false, canEdit: true, corrections: [OPEN], isOver: true }, "open"],
  [{ isCurrent: false, canEdit: false, corrections: [OPEN] }, "not-yours"],
  [{ isCurrent: true, canEdit: true, corrections: null }, "open"],
  [{ isCurrent: true, canEdit: true, corrections: null, isOver: true }, "outside-dates"],
])("the lock of %j is %s", ({ isOver = false, ...facts }, lock) => {
  expect(findEntryLock({ ...facts, dates: isOver ? { state: "after" } : null })).toBe(lock);
});

test.each<[(number | null)[] | null, number[] | null]>([
  [null, null],
  [[null], null],
  [[4, null], null],
  [
    [4, 7],
    [4, 7],
  ],
])("of what is open for students %j only %j can be corrected", (students, only) => {
  const open = students && students.map((student_key) => ({ ...OPEN, student_key }));
  expect(listCorrectableStudentKeys(open)).toEqual(only);
});

const DONE = { on: "2026-12-02", by: "D. Seepersad", reason: "Two scripts were missing" };

test.each<[(typeof DONE)[], string | null, string | null]>([
  [[], null, null],
  [
    [DONE, DONE],
    "corrected on 2 Dec 2026",
    "Corrected on 2 Dec 2026 by D. Seepersad: Two scripts were missing.",
  ],
  [
    [DONE, { ...DONE, on: "2026-12-01", by: "M. James" }, { ...DONE, reason: "Late work!" }],
    "corrected on 1 Dec 2026 and 2 Dec 2026",
    "Corrected on 1 Dec 2026 and 2 Dec 2026 by D. Seepersad and M. James: Two scripts were missing. Corrected on 2 Dec 2026 by D. Seepersad: Late work!",
  ],
])("the card says when it was corrected, by whom and why", (corrections, on, by) => {
  expect([formatCorrectedOn(corrections), formatCorrectedBy(corrections)]).toEqual([on, by]);
});

test("a list of a past term says what of it is open", () => {
  const names = { first_name: "Renée", last_name: "Fortuné" };
  const nobody = { class_label: null, employee: null, student: null };
  const open = [
    { ...nobody, class_label: "4C", until: "2026-12-04" },
    { ...nobody, employee: names, until: "2026-12-10" },
    { ...nobody, student: names, until: "2026-12-10" },
  ];

  expect(formatOpenCorrections([])).toBeNull();
  expect(formatOpenCorrections(open)).toBe(
    "Open for correction: 4C until Fri 4 Dec 2026; R. Fortuné until Thu 10 Dec 2026; Fortuné, Renée until Thu 10 Dec 2026.",
  );
  expect(formatDateWithWeekday("2026-12-06")).toBe("Sun 6 Dec 2026");
});
