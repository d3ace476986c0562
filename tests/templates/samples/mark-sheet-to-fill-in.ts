import { gradeLetters, DEFAULT_GRADING } from "#domain/grading.ts";
import { sampleNames } from "./names.ts";
import { sampleSchool } from "./school.ts";
import type { MarkSheetToFillIn } from "#templates/mark-sheet-to-fill-in/xlsx.ts";

const typical: MarkSheetToFillIn = {
  tab: "Marks",
  school: sampleSchool,
  title: "Mark Sheet, End of Term, Term 1, 2026-2027",
  about: "Mathematics, Standard 4, Mrs. A. Ramkissoon",
  hint: "Fill in the coloured cells.",
  hasMark: true,
  columns: [{ title: "Mark", choices: null, away: ["Abs"], longest: null }],
  hiddenTitles: ["Termbook 2026-12-02T19:20:00.000Z", "Mark when downloaded"],
  students: sampleNames.map((name, index) => ({
    id: `SR-${20_001 + index}`,
    name,
    maxMark: 50,
    values: [index % 9 === 8 ? "Abs" : index % 5 === 4 ? null : 20 + index / 2],
    hidden: [`Mark sheet 12/202620271/2, row ${index + 1}, version 3`, index % 9 === 8 ? "Abs" : ""],
  })),
};

export const samples: Record<string, MarkSheetToFillIn> = {
  typical,
  "grades and ratings": {
    ...typical,
    columns: [
      { title: "Mark", choices: null, away: ["Abs", "NW"], longest: null },
      { title: "Grade", choices: gradeLetters(DEFAULT_GRADING), away: ["Abs", "NW"], longest: null },
      { title: "Application", choices: ["C", "S", "R"], away: [], longest: null },
    ],
    students: typical.students.map((student) => ({ ...student, values: [31.5, "C", null] })),
  },
  "two subjects": { ...typical, tab: "Mathematics", others: [{ ...typical, tab: "English" }] },
  "no students": { ...typical, students: [] },
};
