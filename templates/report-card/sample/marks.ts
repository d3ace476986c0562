import { GRADE_RANGES, gradeOf, percentage } from "#domain/grades.ts";
import type { CardCell, CardCriteria, CardMarks, CardRow } from "../data.ts";

/** A mark as the samples write it: `88/100`, a word, or null for nothing. */
type Written = string | null;

const NONE: CardCell = { is: "none" };
const NOTHING: CardCell = { is: "nothing" };

export const primaryMarks: CardMarks = {
  columns: [
    { kind: "mark", label: "Test 1" },
    { kind: "mark", label: "Test 2" },
    { kind: "mark", label: "End of Term" },
    { kind: "percent", label: "%" },
    { kind: "grade", label: "Grade" },
  ],
  groups: [
    {
      title: null,
      rows: [
        primaryRow("Agricultural Science", ["14/20", "16/20", "36/50"]),
        primaryRow("Creative Writing", ["15/20", "17/20", "17/20"]),
        primaryRow("Language Arts", ["19/20", "20/20", "92/100"]),
        primaryRow("Mathematics", ["18/20", "17/20", "88/100"]),
        primaryRow("Reading and Comprehension", ["20/20", "19/20", "48/50"]),
        primaryRow("Science", ["16.5/20", "18/20", "79/100"]),
        primaryRow("Social Studies", ["17/20", "Absent", "41/50"]),
        primaryRow("Spanish", ["18/20", "15/20", "43/50"], "Ms. C. Pierre"),
      ],
    },
    {
      title: "Assessed by grade",
      rows: [
        gradedRow("Health and Family Life Education", "A"),
        gradedRow("Physical Education", "A", "Mr. T. Lee Kong-Aché"),
        gradedRow("Visual and Performing Arts", "B"),
      ],
    },
  ],
  criteria: [],
  criterionGrades: [],
  criterionNote: null,
  average: { label: "Average of 8 end of term marks", value: "85.0%" },
  note: null,
  key: GRADE_RANGES,
};

export const secondaryMarks: CardMarks = {
  ...primaryMarks,
  columns: [
    { kind: "mark", label: "Mid Term" },
    { kind: "mark", label: "End of Term" },
    { kind: "percent", label: "%" },
    { kind: "grade", label: "Grade" },
    { kind: "rating", label: "Application" },
    { kind: "rating", label: "Preparedness" },
  ],
  groups: [
    {
      title: null,
      rows: [
        secondaryRow("English Language", "Ms. C. De Freitas", ["81", "84"], "CC"),
        secondaryRow("English Literature", "Ms. C. De Freitas", ["79", "77"], "CC"),
        secondaryRow("French", "Mlle. O. Aché", ["62", "55"], "SR"),
        secondaryRow("Geography", "Ms. N. Sealey", ["76", "80"], "CS"),
        secondaryRow("History", "Mr. A. Phillip", ["83", "86"], "CC"),
        secondaryRow("Information and Communication Technology", "Mr. J. Chin Aleong", ["90", "94"], "CC"),
        secondaryRow("Integrated Science", "Mrs. R. Hosein-Ali", ["70", "72"], "SC"),
        secondaryRow("Mathematics", "Mr. D. Seepersad", ["74", "68"], "SC"),
        secondaryRow("Music", "Mr. K. Joseph", ["78", "32/40"], "CC"),
        secondaryRow("Physical Education", "Mrs. P. Gonzales", ["92", "95"], "CC"),
        secondaryRow("Social Studies", "Mr. A. Phillip", ["88", "91"], "CC"),
        secondaryRow("Spanish", "Mrs. M. Figuera", ["58", "Absent"], "RS"),
        secondaryRow("Technology Education", "Mr. S. Ramnarine", ["No work", "35/50"], "SS"),
        secondaryRow("Visual Arts", "Ms. T. Noel", ["85", "44/50"], "CC"),
      ],
    },
  ],
  average: { label: "Average of 13 end of term marks", value: "79.9%" },
  note: "Marks are out of 100 unless shown",
};

export const criteriaMarks: CardMarks = {
  ...primaryMarks,
  columns: [],
  groups: [],
  criterionGrades: ["5", "4", "3", "2", "1"],
  criterionNote: "5 is the highest grade",
  criteria: [
    criteria("Agricultural Science", ["Cares for plants", "Names garden tools"], [4, 4]),
    criteria("Health and Family Life Education", ["Keeps clean", "Names feelings"], [5, 4]),
    criteria(
      "Language Arts",
      ["Listens", "Speaks in sentences", "Knows letters and sounds", "Writes own name"],
      [4, 3, 4, null],
    ),
    criteria("Mathematics", ["Counts to 20", "Adds and takes away", "Names shapes"], [4, 4, 3]),
    { ...criteria("Physical Education", ["Plays fairly"], [null]), word: "Absent", teacher: "Mr. T. Lee" },
    criteria("Science", ["Observes", "Asks questions", "Tells living from non-living"], [3, 3, 4]),
    criteria("Social Studies", ["Shares and takes turns", "Keeps class rules"], [5, 3]),
  ],
  average: null,
  key: [],
};

export const courseWorkMarks: CardMarks = {
  ...primaryMarks,
  columns: [
    { kind: "mark", label: "Course work" },
    { kind: "percent", label: "%" },
    { kind: "grade", label: "Grade" },
  ],
  groups: [
    {
      title: null,
      rows: [
        primaryRow("Language Arts", ["57/100"]),
        primaryRow("Mathematics", ["100/100"]),
        primaryRow("Science", ["29.25/50"]),
      ],
    },
    { title: "Assessed by grade", rows: [gradedRow("Physical Education", "C", null, 1)] },
  ],
  average: { label: "Average of 3 course marks", value: "72.0%" },
};

/** Taught, with nothing entered yet. */
export const emptyMarks: CardMarks = {
  ...primaryMarks,
  columns: primaryMarks.columns.slice(2),
  groups: primaryMarks.groups.map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({
      ...row,
      cells: title === null ? [NONE, NONE, NONE] : [NOTHING, NOTHING, NONE],
    })),
  })),
  average: { label: "No end of term marks", value: null },
};

export const noMarks: CardMarks = { ...primaryMarks, columns: [], groups: [], average: null, key: [] };

function primaryRow(subject: string, marks: Written[], teacher: string | null = null): CardRow {
  return { subject, teacher, cells: withResult(marks.map((mark) => cellOf(mark, null))) };
}

export function secondaryRow(subject: string, teacher: string, marks: Written[], ratings: string): CardRow {
  const cells = withResult(marks.map((mark) => cellOf(mark, "100")));
  return {
    subject,
    teacher,
    cells: [...cells, ...[...ratings].map((text): CardCell => ({ is: "text", text }))],
  };
}

function gradedRow(subject: string, grade: string, teacher: string | null = null, tests = 3): CardRow {
  const empty = Array.from({ length: tests + 1 }, () => NOTHING);
  return { subject, teacher, cells: [...empty, { is: "text", text: grade }] };
}

function criteria(subject: string, details: string[], grades: (number | null)[]): CardCriteria {
  const list = details.map((detail, index) => ({ detail, grade: grades[index] ?? null }));
  return { subject, teacher: null, word: null, grades: list };
}

function cellOf(written: Written, usual: string | null): CardCell {
  if (written === null) return NONE;
  const [mark = "", outOf = usual] = written.split("/");
  if (!/^\d/.test(mark)) return { is: "word", text: written };
  return { is: "mark", mark, outOf: outOf === usual ? null : outOf };
}

function withResult(cells: CardCell[]): CardCell[] {
  const last = cells.at(-1);
  if (last?.is !== "mark") return [...cells, NONE, NONE];
  const percent = percentage(Number(last.mark), Number(last.outOf ?? 100));
  return [...cells, { is: "text", text: String(percent) }, { is: "text", text: gradeOf(percent) }];
}
