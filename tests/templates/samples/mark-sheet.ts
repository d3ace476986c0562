import { ABSENT_FROM_TEST, NO_WORK_HANDED_IN, PRESENT_AT_TEST } from "#domain/attendance.ts";
import { calculatePercentage, type Rating } from "#domain/grades.ts";
import { gradeLetters, gradeForPercentage, DEFAULT_GRADING } from "#domain/grading.ts";
import { awkwardNames, sampleNames } from "./names.ts";
import { samplePrintTime, sampleSchool } from "./school.ts";
import type { MarkSheet, MarkSheetStudent, MarkSummary, SheetTotals } from "#templates/mark-sheet/data.ts";

/** Generates marks that look realistic and are the same every time. */
function students(names: string[], maxMark: number): MarkSheetStudent[] {
  return names.map((name, index) => {
    const mark = Math.round(maxMark * (0.52 + 0.48 * Math.abs(Math.sin(index * 2.3 + 1))));
    const student = present(name, mark, maxMark, index);
    if (index === 8 || index === 19) return asAbsent(student);
    if (index === 24) return { ...asAbsent(student), attendance: NO_WORK_HANDED_IN };
    return index === 30 ? { ...student, mark: null, percent: null, grade: null } : student;
  });
}

function present(name: string, mark: number, maxMark: number, index: number): MarkSheetStudent {
  const percent = calculatePercentage(mark, maxMark);
  return {
    name,
    attendance: PRESENT_AT_TEST,
    mark,
    maxMark,
    percent,
    grade: gradeForPercentage(percent, DEFAULT_GRADING),
    criteria: [],
    application: ratingOf(index),
    preparedness: ratingOf(index * 3 + 1),
  };
}

function ratingOf(index: number): Rating | null {
  return index % 13 === 12 ? null : ((["C", "S", "C", "R", "C"] as const)[index % 5] ?? null);
}

function asAbsent(student: MarkSheetStudent): MarkSheetStudent {
  return { ...student, attendance: ABSENT_FROM_TEST, mark: null, percent: null, grade: null, criteria: [] };
}

function asGraded(student: MarkSheetStudent, index: number): MarkSheetStudent {
  const grade =
    student.attendance === PRESENT_AT_TEST ? (gradeLetters(DEFAULT_GRADING)[(index * 7) % 4] ?? null) : null;
  return { ...student, mark: null, percent: null, grade: index === 30 ? null : grade };
}

function asCriteria(student: MarkSheetStudent, index: number): MarkSheetStudent {
  const criteria = Array.from({ length: 12 }, (_each, column) =>
    index + column === 20 ? null : 1 + ((index * 7 + column * 3) % 5),
  );
  return {
    ...student,
    mark: null,
    percent: null,
    grade: null,
    criteria: student.attendance === PRESENT_AT_TEST ? criteria : [],
  };
}

function withOddMarks(all: MarkSheetStudent[]): MarkSheetStudent[] {
  return all.map((student, index) => {
    if (student.mark === null) return student;
    if (index === 4) return present(student.name, 21, 25, index);
    return index % 3 === 1 ? present(student.name, student.mark - 0.5, 20, index) : student;
  });
}

function totalsOf(all: MarkSheetStudent[]): SheetTotals {
  const marks = all.flatMap(({ mark }) => (mark === null ? [] : [mark]));
  const percents = all.flatMap(({ percent }) => (percent === null ? [] : [percent]));
  const absent = all.filter(({ attendance }) => attendance === ABSENT_FROM_TEST).length;
  const noWork = all.filter(({ attendance }) => attendance === NO_WORK_HANDED_IN).length;
  const blank = all.filter((student) => student.attendance === PRESENT_AT_TEST && !isEntered(student)).length;
  return { count: all.length, absent, noWork, blank, marks: summed(marks), percents: summed(percents) };
}

function summed(figures: number[]): MarkSummary | null {
  if (figures.length === 0) return null;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  return { mean: mean.toFixed(1), highest: Math.max(...figures), lowest: Math.min(...figures) };
}

function isEntered({ mark, grade, criteria }: MarkSheetStudent): boolean {
  return mark !== null || grade !== null || criteria.length > 0;
}

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

function markSheet(all: MarkSheetStudent[], maxMark: number): MarkSheet {
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
    printed: samplePrintTime,
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
