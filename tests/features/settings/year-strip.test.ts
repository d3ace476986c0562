import { expect, test } from "vitest";
import { formatDateRange } from "#domain/dates.ts";
import { buildTermsOfYear } from "#features/settings/current-term/current-term.rules.ts";

const TERM_1 = {
  academic_term_id: 202520261,
  term_start: "2025-09-08",
  term_end: "2025-12-12",
  next_term_start: "2026-01-05",
};
const TERM_2 = {
  academic_term_id: 202520262,
  term_start: "2026-01-05",
  term_end: "2026-03-27",
  next_term_start: "2026-04-13",
};
const TERM_3 = {
  academic_term_id: 202520263,
  term_start: "2026-04-13",
  term_end: "2026-07-03",
  next_term_start: "2026-09-07",
};

test.each([
  [
    "the last term of a year",
    { currentTermId: 202520263, terms: [TERM_1, TERM_2, TERM_3], daysLeft: 2 },
    [
      "2025-2026, Term 1 | 8 Sep to 12 Dec 2025 | over",
      "Term 2 | 5 Jan to 27 Mar 2026 | over",
      "Term 3 | 13 Apr to 3 Jul 2026, 2 school days left | current, phone",
      "2026-2027, Term 1 | begins 7 Sep 2026 | ahead, phone",
    ],
  ],
  [
    "the first, when the others have no dates yet",
    { currentTermId: 202520261, terms: [TERM_1], daysLeft: null },
    [
      "2025-2026, Term 1 | 8 Sep to 12 Dec 2025 | current, phone",
      "Term 2 | begins 5 Jan 2026 | ahead, phone",
      "Term 3 | no dates yet | ahead",
      "2026-2027, Term 1 | no dates yet | ahead",
    ],
  ],
  [
    "an earlier term that was set",
    { currentTermId: 202520262, terms: [TERM_1, TERM_2, TERM_3], daysLeft: 1 },
    [
      "2025-2026, Term 1 | 8 Sep to 12 Dec 2025 | over",
      "Term 2 | 5 Jan to 27 Mar 2026, 1 school day left | current, phone",
      "Term 3 | 13 Apr to 3 Jul 2026 | ahead, phone",
      "2026-2027, Term 1 | begins 7 Sep 2026 | ahead",
    ],
  ],
])("the strip of %s", (_, strip, expected) => {
  const cells = buildTermsOfYear(strip).map(
    ({ name, dates, state, onPhone }) => `${name} | ${dates} | ${state}${onPhone ? ", phone" : ""}`,
  );

  expect(cells).toEqual(expected);
});

test.each([
  ["2025-09-08", "2025-12-12", "8 Sep to 12 Dec 2025"],
  ["2025-12-08", "2026-01-12", "8 Dec 2025 to 12 Jan 2026"],
])("from %s to %s is %s", (from, to, words) => {
  expect(formatDateRange(from, to)).toBe(words);
});
