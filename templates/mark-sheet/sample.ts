import { awkwardNames, sampleNames } from "../parts/sample/names.ts";
import { samplePrinted, sampleSchool } from "../parts/sample/school.ts";
import { asAbsent, asCriteria, asGraded, students, totalsOf, withOddMarks } from "./sample-figures.ts";
import type { MarkSheet, SheetStudent } from "./data.ts";

const GRADE_KEYS = [
  { letter: "A", meaning: "90–100" },
  { letter: "B", meaning: "80–89" },
  { letter: "C", meaning: "70–79" },
  { letter: "D", meaning: "60–69" },
  { letter: "R", meaning: "0–59" },
];
const NOT_COUNTED = "Students who were absent or have no mark are not counted in the class mean.";

const CRITERIA = [
  "Listens and follows instructions",
  "Speaks in sentences",
  "Knows letter sounds",
  "Reads sight words",
  "Retells a story in order",
  "Handwriting",
  "Spelling and dictation",
  "Comprehension",
];

const secondary = {
  name: "Immortelle Government Secondary School",
  motto: "Rooted and reaching",
  address: "Bamboo Junction, Immortelle Valley, Trinidad  ·  868 555 0133",
  logo: sampleSchool.logo,
};

const typical = markSheet(students(sampleNames, 50), 50);

export const samples: Record<string, MarkSheet> = {
  typical,
  "without grades": { ...typical, scheme: { by: "mark", maxMark: 50, grades: false }, keys: [] },
  "half marks and other maxima": markSheet(withOddMarks(students(sampleNames.slice(0, 28), 20)), 20),
  "work ratings": {
    ...markSheet(students([...sampleNames.slice(0, 26), ...awkwardNames.slice(0, 4)], 100), 100),
    school: secondary,
    title: "Mid Term Mark Sheet",
    subject: "Information and Communication Technology",
    classLabel: "Form 3A",
    teacher: "Mr. J. Chin Aleong",
    testTitle: "Mid Term",
    workRatings: true,
  },
  "longest names": {
    ...markSheet(students(awkwardNames, 100), 100),
    school: {
      ...sampleSchool,
      name: "Our Lady of Perpetual Help and Saint Benedict Government Assisted Roman Catholic Primary School",
    },
    subject: "Health and Family Life Education with Agricultural Science",
    classLabel: "2nd Year Infants",
    teacher: "Mrs. A. Ramkissoon-Villafaña and Mr. J. Sealy",
    testTitle: "Fortnightly Test 12, Reading and Comprehension",
  },
  "all absent": markSheet(students(sampleNames, 50).map(asAbsent), 50),
  "criteria, eight": criteriaSheet(8, sampleNames.slice(0, 24)),
  "criteria, four": criteriaSheet(4, sampleNames.slice(0, 24)),
  "criteria, sentences": {
    ...criteriaSheet(12, sampleNames),
    scheme: { by: "criteria", criteria: sentences(12) },
  },
  "chosen grades": {
    ...markSheet(students(sampleNames, 100).map(asGraded), 100),
    subject: "Visual and Performing Arts",
    scheme: { by: "grade" },
    notes: [],
  },
  blank: {
    ...typical,
    blank: true,
    testDate: null,
    notes: ["Write Abs for a student who is absent."],
    keys: [],
  },
  "blank criteria": { ...criteriaSheet(8, sampleNames.slice(0, 24)), blank: true, notes: [] },
  "sixty students": markSheet(students(sixty(), 50), 50),
  "one student": markSheet(students(sampleNames.slice(0, 1), 50), 50),
  "no students": { ...markSheet([], 50), keys: [], notes: [] },
  "no logo": {
    ...markSheet(students(sampleNames.slice(0, 12), 50), 50),
    school: { ...sampleSchool, logo: null, motto: null, address: null },
  },
};

function markSheet(all: SheetStudent[], maxMark: number): MarkSheet {
  return {
    school: sampleSchool,
    title: "Fortnightly Mark Sheet",
    subject: "Mathematics",
    classLabel: "Standard 4",
    teacher: "Mrs. A. Ramkissoon",
    testTitle: "Fortnightly Test 2",
    testDate: "22 May 2026",
    term: "Term 3",
    year: "2025–2026",
    printed: samplePrinted,
    scheme: { by: "mark", maxMark, grades: true },
    workRatings: false,
    blank: false,
    students: all,
    totals: totalsOf(all),
    keys: GRADE_KEYS,
    notes: [NOT_COUNTED],
  };
}

function criteriaSheet(count: number, names: string[]): MarkSheet {
  const criteria = CRITERIA.slice(0, count).map((detail, index) => ({ id: index + 1, detail }));
  return {
    ...markSheet(students(names, 100).map(asCriteria), 100),
    title: "End of Term Mark Sheet",
    subject: "Language Arts",
    classLabel: "1st Year",
    testTitle: "End of Term",
    scheme: { by: "criteria", criteria },
    keys: [
      { letter: "5", meaning: "always" },
      { letter: "4", meaning: "mostly" },
      { letter: "3", meaning: "sometimes" },
      { letter: "2", meaning: "with help" },
      { letter: "1", meaning: "not yet" },
    ],
    notes: [],
  };
}

function sentences(count: number): { id: number; detail: string }[] {
  return Array.from({ length: count }, (_each, index) => ({
    id: index + 1,
    detail: `${CRITERIA[index % CRITERIA.length]}, alone and in a group, with the attention that is expected in the term`,
  }));
}

function sixty(): string[] {
  const more = sampleNames.slice(0, 25).map((name) => name.replace(", ", "-Baptiste, "));
  return [...sampleNames, ...more].sort();
}
