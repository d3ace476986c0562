import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { TestCell } from "#templates/list/data.ts";
import type { ChosenSubject, SubjectChoiceClass } from "#templates/subject-choice-class/list.ts";

const OPTIONS = ["Additional Mathematics", "Biology", "Chemistry", "Geography", "Principles of Accounts"];
const KEYS = [
  { letter: "Abs", meaning: "absent" },
  { letter: "–", meaning: "no mark yet" },
];

export const samples: Record<string, SubjectChoiceClass> = {
  typical: choices([
    ...OPTIONS.map((title, index) => subjectOf(title, sampleNames.filter(takes(index)))),
    subjectOf("Technical Drawing", sampleNames.filter(takes(5)), 50),
    subjectOf("Mathematics", sampleNames),
  ]),
  "awkward names": choices([
    subjectOf("Health and Family Life Education with Agriculture", awkwardNames, 20),
  ]),
  "no students": choices([]),
};

function choices(subjects: ChosenSubject[]): SubjectChoiceClass {
  return {
    ...sampleHeading,
    title: "Mark sheet by subject choice",
    about: "Form 4B",
    aside: "Mrs. V. Ramcharan",
    counts: [
      { figure: sampleNames.length, words: "students" },
      { figure: subjects.length, words: "subjects" },
    ],
    tests: ["Mid Term", "Exam"],
    subjects,
    keys: KEYS,
    notes: ["Underlined: below 60%, grade R."],
  };
}

function takes(subject: number): (name: string, index: number) => boolean {
  return (_name, index) => (index * 7 + subject * 3) % 5 < 2 + (subject % 2);
}

function subjectOf(title: string, names: readonly string[], maxMark = 100): ChosenSubject {
  const hasPercent = maxMark !== 100;
  return {
    title,
    hasPercent,
    aside: hasPercent ? `Mr. S. Ramnarine, marks out of ${maxMark}` : "Mr. S. Ramnarine",
    taken: { figure: names.length, words: "students" },
    students: names.map((name, index) => ({
      name,
      percent: hasPercent ? 60 + (index % 40) : null,
      results: [resultOf(index, maxMark), resultOf(index + 3, maxMark)],
    })),
    means: ["77.6", "74.1"],
    meanPercent: hasPercent ? "74.1" : null,
  };
}

function resultOf(index: number, maxMark: number): TestCell {
  if (index % 17 === 5) return { is: "word", text: "Abs" };
  if (index % 19 === 7) return { is: "none" };
  const percent = 41 + ((index * 37) % 60);
  return { is: "result", text: String(Math.round((percent * maxMark) / 100)), isLow: percent < 60 };
}
