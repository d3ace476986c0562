import { fileURLToPath } from "node:url";
import { RATINGS, type Rating, calculatePercentage } from "#domain/grades.ts";
import { gradeForPercentage, gradeRanges, DEFAULT_GRADING } from "#domain/grading.ts";
import { BEHAVIOURS } from "#domain/term-reports.ts";
import {
  withAllOptions,
  withoutRatings,
  withRemarks,
  withYearResults,
} from "./report-card-with-everything.ts";
import { awkwardNames, sampleNames } from "./names.ts";
import { samplePrintTime, sampleSchool } from "./school.ts";
import type {
  ReportCard,
  ReportCards,
  CardCell,
  CardCriteria,
  CardMarks,
  CardRow,
} from "#templates/report-card/data.ts";

/** A mark in the short form of the samples: `88/100`, a word, or null for none. */
type Written = string | null;

const NONE: CardCell = { is: "none" };
const NOTHING: CardCell = { is: "nothing" };

const primaryMarks: CardMarks = {
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
  averages: [{ label: "Average of 8 end of term marks", value: "85.0%" }],
  compared: null,
  year: null,
  note: "Pass mark 50",
  key: gradeRanges(DEFAULT_GRADING),
};

const secondaryMarks: CardMarks = {
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
  averages: [{ label: "Average of 13 end of term marks", value: "79.9%" }],
  note: "Pass mark 50. Marks are out of 100 unless a max mark is shown",
};

const criteriaMarks: CardMarks = {
  ...primaryMarks,
  columns: [],
  groups: [],
  criterionGrades: ["5", "4", "3", "2", "1"],
  criterionNote: "5 is the highest grade",
  criteria: [
    criteria("Agricultural Science", ["Cares for plants", "Knows garden tools"], [4, 4]),
    criteria("Health and Family Life Education", ["Keeps clean", "Names feelings"], [5, 4]),
    criteria(
      "Language Arts",
      ["Listens", "Speaks in sentences", "Knows letters and sounds", "Writes own name"],
      [4, 3, 4, null],
    ),
    criteria("Mathematics", ["Counts to 20", "Adds and takes away", "Names shapes"], [4, 4, 3]),
    { ...criteria("Physical Education", ["Plays fairly"], [null]), word: "Absent", teacher: "Mr. T. Lee" },
    criteria("Science", ["Observes", "Asks questions", "Knows living and non-living things"], [3, 3, 4]),
    criteria("Social Studies", ["Shares and takes turns", "Keeps class rules"], [5, 3]),
  ],
  averages: [],
  key: [],
};

const courseWorkMarks: CardMarks = {
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
  averages: [{ label: "Average of 3 course marks", value: "72.0%" }],
};

/** The marks of a student for whom nothing is entered yet. */
const emptyMarks: CardMarks = {
  ...primaryMarks,
  columns: primaryMarks.columns.slice(2),
  groups: primaryMarks.groups.map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({
      ...row,
      cells: title === null ? [NONE, NONE, NONE] : [NOTHING, NOTHING, NONE],
    })),
  })),
  averages: [{ label: "No end of term marks", value: null }],
};

const noMarks: CardMarks = { ...primaryMarks, columns: [], groups: [], averages: [], key: [] };

function primaryRow(subject: string, marks: Written[], teacher: string | null = null): CardRow {
  return { subject, teacher, cells: withResult(marks.map((mark) => cellOf(mark, null))) };
}

function secondaryRow(subject: string, teacher: string, marks: Written[], ratings: string): CardRow {
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
  const percent = calculatePercentage(Number(last.mark), Number(last.outOf ?? 100));
  return [
    ...cells,
    { is: "text", text: String(percent) },
    { is: "text", text: gradeForPercentage(percent, DEFAULT_GRADING) ?? "" },
  ];
}

const PERIOD = "Term 3, 2025–2026";
const PICTURE = fileURLToPath(new URL("student.jpg", import.meta.url));
const SIGNATURE = fileURLToPath(new URL("signature.jpg", import.meta.url));
const SHOUTED =
  "WOLFESCHLEGELSTEINHAUSENBERGERDORFF HAS WORKED WITH GREAT DETERMINATION AND MUST CONTINUE TO READ AT HOME EVERY EVENING. ";
const LONG_NAME = "Christopher-Emmanuel Nathaniel Maximilian Ramdeen-Joseph-Villafaña de la Bastide";

/** Enough cards to show page numbers. The benchmark measures a class of 35. */
const CLASS_SIZE = 8;

const primary: ReportCard = {
  title: "Report Card",
  period: PERIOD,
  student: {
    name: "Anaya Celestine Ramdeen-Joseph",
    picture: PICTURE,
    facts: [
      { label: "Class", value: "Standard 4" },
      { label: "Class size", value: "35" },
      { label: "Class teacher", value: "Mrs. A. Ramkissoon" },
      { label: "Student ID", value: "PH-20418" },
      { label: "Date of birth", value: "14 Mar 2016" },
    ],
  },
  foot: ["Anaya Celestine Ramdeen-Joseph", "Standard 4, Mrs. A. Ramkissoon", PERIOD],
  layout: "beside",
  order: "attendance",
  marks: primaryMarks,
  attendance: [
    line("Total Sessions", "122"),
    line("Sessions Absent", "4"),
    line("Sessions Late", "2"),
    line("Participation", "Very good"),
    line("Project", "Complete"),
  ],
  behaviour: rated("CCCSCSSCCR"),
  ratingKey: Object.entries(RATINGS).map(([letter, meaning]) => ({ letter, meaning })),
  teacherComment: {
    title: "Teacher’s comment",
    text: "Anaya has had a very good year. She reads widely, writes with feeling and explains her thinking clearly to her classmates. Her fractions and measurement have improved since January, and her project on the Nariva Swamp was among the best in class. She should check long division twice and hand in home assignments on time. Please read together every evening in the holidays. She was a joy to teach.",
  },
  principalComment: {
    title: "Principal’s comment",
    text: "A fine term’s work, Anaya. Keep reading, and arrive early: the best part of the day is the morning.",
  },
  signature: {
    picture: SIGNATURE,
    name: "Winston Lezama",
    role: "Principal",
    state: "Signed 1 Jul 2026",
    changes: [],
  },
  correction: null,
  teacherSignature: null,
  slip: null,
  closing: {
    decision: "Promoted to Standard 5",
    next: { label: "Next term begins", value: "7 Sep 2026" },
    issued: null,
  },
};

const secondary: ReportCard = {
  ...primary,
  student: {
    ...primary.student,
    name: "Kadeem Nathaniel St. Louis",
    facts: [
      { label: "Class", value: "Form 3A" },
      { label: "Class size", value: "35" },
      { label: "Form teacher", value: "Ms. C. De Freitas" },
      { label: "Student ID", value: "IG-11873" },
      { label: "House", value: "Hummingbird" },
    ],
  },
  foot: ["Kadeem Nathaniel St. Louis", "Form 3A, Ms. C. De Freitas", PERIOD],
  layout: "below",
  marks: secondaryMarks,
  teacherComment: {
    title: "Form teacher’s comment",
    text: "Kadeem is a thoughtful, courteous member of the form, trusted by his classmates and elected captain of the junior debating team. His work in the humanities and in ICT is excellent. Mathematics and French need steady practice each evening: he understands in class but does not revise. He missed the Spanish examination with a medical certificate and will sit it in the first week of next term.",
  },
  closing: { ...primary.closing, decision: "On course for promotion to Form 4" },
};

const CORRECTED =
  "Corrected on 2 Dec 2026 by D. Seepersad: Two Mathematics scripts of the class were added up wrongly, which the parents of two students noticed when they compared the scripts with the cards at the meeting in November.";

const longest = {
  teacherComment: SHOUTED.repeat(4).slice(0, 400),
  principalComment: SHOUTED.slice(0, 100),
  participation: line("Participation", "WWWWWWWWWWWWWWWWWWWW"),
};

const nothingYet: ReportCard = {
  ...primary,
  marks: emptyMarks,
  student: { ...primary.student, picture: null },
  attendance: primary.attendance.slice(0, 3).map(({ label }) => ({ label, value: "–" })),
  behaviour: rated(""),
  teacherComment: { ...primary.teacherComment, text: "" },
  principalComment: { ...primary.principalComment, text: "" },
  signature: {
    picture: null,
    name: null,
    role: "Principal",
    state: "No principal’s signature",
    changes: ["changed since posted"],
  },
  closing: { decision: null, next: null, issued: null },
};

/** Cards of every layout, also with the longest texts that people can enter. All data is invented. */
export const samples: Record<string, ReportCards> = {
  primary: fileOf([primary]),
  secondary: fileOf([secondary]),
  "everything, primary": fileOf([withAllOptions({ ...primary, order: "behaviour" })]),
  "everything, secondary": fileOf([withAllOptions(fourteen())]),
  "everything, behaviour first": fileOf([withAllOptions({ ...secondary, order: "behaviour" })]),
  "everything, longest": fileOf([withAllOptions(longestOf({ ...secondary, marks: eighteenSubjects() }))]),
  "year, primary": fileOf([withYearResults(primary)]),
  "year, everything": fileOf([withYearResults(everythingWithRemarks())]),
  "remarks, primary": fileOf([withRemarks(primary)]),
  "remarks, secondary": fileOf([{ ...withRemarks(withAllOptions(withoutRatings(fourteen()))), slip: null }]),
  "remarks, everything": fileOf([everythingWithRemarks()]),
  criteria: fileOf([{ ...primary, layout: "below", marks: criteriaMarks }]),
  "course work, signed by name": fileOf([
    {
      ...primary,
      marks: courseWorkMarks,
      signature: { ...primary.signature, picture: null, changes: ["changed since signed"] },
    },
  ]),
  corrected: fileOf([
    {
      ...primary,
      signature: { ...primary.signature, changes: ["corrected on 2 Dec 2026", "changed since signed"] },
      correction: CORRECTED,
    },
    {
      ...secondary,
      signature: { ...secondary.signature, state: "Signed 3 Dec 2026", changes: ["corrected on 2 Dec 2026"] },
      correction: CORRECTED,
    },
  ]),
  "nothing yet": fileOf([nothingYet]),
  "no subjects": fileOf([{ ...nothingYet, marks: noMarks, closing: primary.closing }]),
  "longest, primary": fileOf([longestOf(primary)]),
  "longest, secondary": fileOf([longestOf({ ...secondary, marks: eighteenSubjects() })]),
  "longest, criteria": fileOf([longestOf({ ...primary, layout: "below", marks: criteriaMarks })]),
  "two pages": fileOf([longestOf({ ...secondary, marks: eighteenSubjects(18) }), primary]),
  class: fileOf(sampleNames.slice(0, CLASS_SIZE).map((name) => named(primary, name))),
  "awkward names": fileOf(awkwardNames.map((name) => named(secondary, name))),
};

function fileOf(cards: ReportCard[]): ReportCards {
  const title = `Report cards, Standard 4, ${PERIOD}`;
  return { school: sampleSchool, title, printed: samplePrintTime, cards };
}

function line(label: string, value: string): ReportCard["attendance"][number] {
  return { label, value };
}

function rated(letters: string): ReportCard["behaviour"] {
  return Object.values(BEHAVIOURS).map((label, index) => ({
    label,
    rating: (letters[index] as Rating | undefined) ?? null,
  }));
}

function named(card: ReportCard, registered: string): ReportCard {
  const name = registered.split(", ").reverse().join(" ");
  return { ...card, student: { ...card.student, name }, foot: [name, ...card.foot.slice(1)] };
}

function longestOf(card: ReportCard): ReportCard {
  const { participation } = longest;
  return {
    ...named(card, LONG_NAME),
    attendance: [...card.attendance.slice(0, 3), participation, line("Project", participation.value)],
    teacherComment: { ...card.teacherComment, text: longest.teacherComment },
    principalComment: { ...card.principalComment, text: longest.principalComment },
    signature: { ...card.signature, changes: ["changed since signed", "changed since posted"] },
  };
}

function everythingWithRemarks(): ReportCard {
  return withRemarks(withAllOptions(fourteen()));
}

function fourteen(): ReportCard {
  const marks = eighteenSubjects();
  const groups = marks.groups.map((group) => ({ ...group, rows: group.rows.slice(0, 14) }));
  return { ...secondary, marks: { ...marks, groups } };
}

/** Builds eighteen subjects; `more` of their names need two lines. */
function eighteenSubjects(more = 0): ReportCard["marks"] {
  const rows = secondaryMarks.groups.flatMap((group) => group.rows);
  const others = ["Agricultural Science", "Drama", "Integrated Humanities", "Religious Education"].map(
    (subject) => secondaryRow(subject, "Mrs. A. Ramkissoon-Villafaña", ["100", "100"], "CC"),
  );
  const title = "Principles of Business and Information Management";
  const long = Array.from({ length: more }, (_each, index) =>
    secondaryRow(`${title} ${index + 1}`, "Mr. O. Roy", ["1", "2.5"], "RR"),
  );
  return { ...secondaryMarks, groups: [{ title: null, rows: [...rows, ...others, ...long] }] };
}
