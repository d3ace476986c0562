import { expect, test } from "vitest";
import {
  describeGradeRanges,
  describeGrading,
  REPORT_CARD_FORM_ROW_NUMBERS,
  parseGradingForm,
  parseWeightsForm,
  type GradeScaleFormRow,
} from "#features/reports/card-settings/report-card.rules.ts";

test.each([
  ["A/80, B/50, R/0", "50", "A 80, B 50, R 0; pass mark 50"],
  [" a/80 %, b/50, r/0", " 45 % ", "A 80, B 50, R 0; pass mark 45"],
  ["A/80, R/0, B/50", "50", "A 80, B 50, R 0; pass mark 50"],
  ["A/100, , F/0", "1", "A 100, F 0; pass mark 1"],
])("the rows %j and the pass mark %j are read as %j", (typed, passMark, expected) => {
  const { grading } = parseGradingForm(rowsOf(typed), passMark);

  expect(grading && describeGrading(grading)).toBe(expected);
});

const NUMBER = "Enter a whole percentage from 0 to 100.";
const LAST = "Enter 0: the last grade needs to cover every lower result.";

test.each<[string, string, Record<string, string>]>([
  ["A/80, A/0", "50", { "letter.2": "A is already a grade in this scale. Enter another letter." }],
  ["A/80, B+/0", "50", { "letter.2": "Enter one letter, like A." }],
  ["/80, R/0", "50", { "letter.1": "Enter one letter, like A." }],
  [
    "A/80, B/80, R/0",
    "50",
    { "from.2": "Enter a percentage below 80, the lowest percentage of the grade above." },
  ],
  ["R/10, A/80, B/", "50", { "from.3": NUMBER }],
  ["R/10, A/80", "50", { "from.1": LAST }],
  ["A/101, R/0", "50", { "from.1": NUMBER }],
  ["A/79.5, R/0", "50", { "from.1": NUMBER }],
  ["A/80, B/50", "50", { "from.2": LAST }],
  ["A/0", "50", { "letter.2": "Enter at least two grades." }],
  ["A/80, R/0", "", { passMark: "Enter a whole percentage from 1 to 100." }],
  ["A/80, R/0", "0", { passMark: "Enter a whole percentage from 1 to 100." }],
])("the rows %j and the pass mark %j are rejected", (typed, passMark, expected) => {
  expect(parseGradingForm(rowsOf(typed), passMark).faults).toEqual(expected);
});

test("a row says what it covers while the scale is typed", () => {
  expect(describeGradeRanges(rowsOf("A/80, B/60, C/, D/70, R/0")).slice(0, 5)).toEqual([
    "80 to 100%",
    "60 to 69%",
    "",
    "70 to 79%",
    "0 to 59%",
  ]);
});

/** Reads rows such as `A/80/Excellent, R/0`. */
function rowsOf(text: string): GradeScaleFormRow[] {
  const typed = text.split(",").map((row) => row.split("/"));
  return REPORT_CARD_FORM_ROW_NUMBERS.map((row, index) => {
    const [letter = "", from = "", words = ""] = typed[index] ?? [];
    return { row, letter, from, words };
  });
}

const exceptions = (...rows: [subject: string, weight: string][]) =>
  rows.map(([subject, weight], index) => ({ row: String(index + 1), subject, weight }));

test.each<[string, ReturnType<typeof exceptions>, ReturnType<typeof parseWeightsForm>["weights"]]>([
  ["", [], undefined],
  ["0", exceptions(["", ""]), undefined],
  ["40", [], { level: 40, exceptions: [] }],
  [
    "40 %",
    exceptions(["7", "0"], ["3", "100"], ["4", "40"]),
    {
      level: 40,
      exceptions: [
        { subject_id: 3, weight: 100 },
        { subject_id: 7, weight: 0 },
      ],
    },
  ],
  ["0", exceptions(["3", "30"]), { level: 0, exceptions: [{ subject_id: 3, weight: 30 }] }],
])("course work of %s and the exceptions %j are read", (courseWork, rows, weights) => {
  expect(parseWeightsForm(courseWork, rows)).toEqual({ weights, faults: {} });
});

test("what is no percentage, and a subject that is missing or there twice, are told beside their fields", () => {
  const { faults } = parseWeightsForm("140", exceptions(["3", "x"], ["3", "20"], ["", "20"], ["1.5", "20"]));

  expect(faults).toEqual({
    courseWork: "Enter a whole percentage from 0 to 100.",
    "weight.1": "Enter a whole percentage from 0 to 100.",
    "subject.2": "This subject is already in the list. Choose another subject.",
    "subject.3": "Choose a subject.",
    "subject.4": "Choose a subject.",
  });
});
