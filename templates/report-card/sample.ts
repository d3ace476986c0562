import { fileURLToPath } from "node:url";
import { RATINGS, type Rating } from "#domain/grades.ts";
import { BEHAVIOURS } from "#domain/term-reports.ts";
import { awkwardNames, sampleNames } from "../parts/sample/names.ts";
import { samplePrinted, sampleSchool } from "../parts/sample/school.ts";
import {
  courseWorkMarks,
  criteriaMarks,
  emptyMarks,
  noMarks,
  primaryMarks,
  secondaryMarks,
  secondaryRow,
} from "./sample/marks.ts";
import type { ReportCard, ReportCards } from "./data.ts";

const PERIOD = "Term 3, 2025–2026";
const PICTURE = fileURLToPath(new URL("sample/student.jpg", import.meta.url));
const SIGNATURE = fileURLToPath(new URL("sample/signature.jpg", import.meta.url));
const SHOUTED =
  "WOLFESCHLEGELSTEINHAUSENBERGERDORFF HAS WORKED WITH GREAT DETERMINATION AND MUST CONTINUE TO READ AT HOME EVERY EVENING. ";
const LONG_NAME = "Christopher-Emmanuel Nathaniel Maximilian Ramdeen-Joseph-Villafaña de la Bastide";

/** Enough cards to number them; a class of 35 is measured in the bench. */
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
  closing: {
    decision: "Promoted to Standard 5",
    next: { label: "Next term begins", value: "7 Sep 2026" },
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
  closing: { decision: null, next: null },
};

/** Every shape of a card, and the longest texts that people may write; all invented. */
export const samples: Record<string, ReportCards> = {
  primary: fileOf([primary]),
  secondary: fileOf([secondary]),
  criteria: fileOf([{ ...primary, layout: "below", marks: criteriaMarks }]),
  "course work, signed by name": fileOf([
    {
      ...primary,
      marks: courseWorkMarks,
      signature: { ...primary.signature, picture: null, changes: ["changed since signed"] },
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
  return { school: sampleSchool, title, printed: samplePrinted, cards };
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
  return {
    ...named(card, LONG_NAME),
    attendance: [
      ...card.attendance.slice(0, 3),
      longest.participation,
      line("Project", longest.participation.value),
    ],
    teacherComment: { ...card.teacherComment, text: longest.teacherComment },
    principalComment: { ...card.principalComment, text: longest.principalComment },
    signature: { ...card.signature, changes: ["changed since signed", "changed since posted"] },
  };
}

/** Builds eighteen subjects, `more` of them with names that take two lines. */
function eighteenSubjects(more = 0): ReportCard["marks"] {
  const rows = secondaryMarks.groups.flatMap((group) => group.rows);
  const others = ["Agricultural Science", "Drama", "Integrated Humanities", "Religious Education"].map(
    (subject) => secondaryRow(subject, "Mrs. A. Ramkissoon-Villafaña", ["100", "100"], "CC"),
  );
  const long = Array.from({ length: more }, (_each, index) =>
    secondaryRow(
      `Principles of Business and Information Management ${index + 1}`,
      "Mr. O. Roy",
      ["1", "2.5"],
      "RR",
    ),
  );
  return { ...secondaryMarks, groups: [{ title: null, rows: [...rows, ...others, ...long] }] };
}
