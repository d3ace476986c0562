import { sampleHeading } from "./heading.ts";
import type { TestCell } from "#templates/list/data.ts";
import type { SubjectChoiceStudent, SubjectOfStudent } from "#templates/subject-choice-student/list.ts";

const TAKEN: readonly SubjectOfStudent[] = [
  taken("Mathematics", "Mr. D. Seepersad", [mark(47), mark(48)], 48),
  taken("English Language", "Ms. C. De Freitas", [mark(54), mark(75)], 75),
  taken("Biology", "Mrs. R. Hosein-Ali", [mark(70), mark(68)], 68),
  {
    ...taken("History", "Mr. A. Phillip", [mark(80), { is: "word", text: "Abs" }], 0),
    percent: null,
    grade: null,
  },
  taken("Technical Drawing", "Mr. S. Ramnarine", [mark(29, 50), mark(34, 50)], 68),
];

export const samples: Record<string, SubjectChoiceStudent> = {
  typical: choicesOf(TAKEN),
  "longest names": choicesOf([
    {
      ...taken("Health and Family Life Education with Agricultural Science", "", [mark(70), mark(68)], 68),
      teacher: "Mrs. A. Ramkissoon-Villafaña / Mr. J. Sealy / Ms. W. Wolfeschlegelsteinhausenbergerdorff",
    },
  ]),
  "twenty subjects": choicesOf([...TAKEN, ...TAKEN, ...TAKEN, ...TAKEN]),
  "no subjects": choicesOf([]),
};

function choicesOf(subjects: readonly SubjectOfStudent[]): SubjectChoiceStudent {
  return {
    ...sampleHeading,
    title: "Mark sheet by subject choice",
    about: "Kavir Ramdass",
    aside: "",
    counts: [],
    facts: [
      { label: "Class", value: "Form 4B" },
      { label: "Form teacher", value: "Mrs. V. Ramcharan" },
      { label: "Student ID", value: "IG-11928" },
      { label: "Subjects", value: "2 core, 3 by choice" },
    ],
    tests: ["Mid Term", "Exam"],
    subjects,
    average: { label: "Average of 14 end of term marks", value: "64.8%" },
    keys: [{ letter: "A", meaning: "90–100" }],
    notes: [
      "Marks are out of 100 unless a max mark is shown.",
      "The line below the bar shows the mean of the students in Form 4B who take the subject.",
    ],
    signed: [
      { words: "Form teacher, Mrs. V. Ramcharan", share: 180 },
      { words: "Parent or guardian", share: 180 },
      { words: "Date", share: 80 },
    ],
  };
}

function taken(title: string, teacher: string, results: TestCell[], percent: number): SubjectOfStudent {
  const isLow = percent < 60;
  return { title, teacher, results, percent, isLow, grade: isLow ? "R" : "D", groupMean: 66 };
}

function mark(figure: number, outOf = 100): TestCell {
  const isLow = figure / outOf < 0.6;
  return { is: "result", text: String(figure), isLow, ...(outOf !== 100 && { outOf }) };
}
