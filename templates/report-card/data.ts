import type { ReportCardBlockOrder } from "#domain/documents/card-parts.ts";
import type { Rating } from "#domain/grades.ts";
import type { PrintTime, School } from "../parts/school.ts";

/** The report cards of a class or of one student. Each card is a document within one file. All texts are final. */
export type ReportCards = {
  school: School;
  /** The file's title, such as `Report cards, Std 4 R, Term 3, 2025–2026`. */
  title: string;
  printed: PrintTime;
  cards: ReportCard[];
};

export type ReportCard = {
  /** The title `Report Card`, with its period such as `Term 3, 2025–2026`. */
  title: string;
  period: string;
  student: CardStudent;
  /** The text at the foot of each page, which identifies a page that was separated from the others. */
  foot: string[];
  /** The position of attendance and behaviour: beside the marks, or below marks that need the whole width. */
  layout: "beside" | "below";
  /** The block that comes first below or beside the marks. */
  order: ReportCardBlockOrder;
  marks: CardMarks;
  attendance: { label: string; value: string }[];
  behaviour: { label: string; rating: Rating | null }[];
  /** The meanings of the letters of ratings. */
  ratingKey: LetterMeaning[];
  teacherComment: CardComment;
  principalComment: CardComment;
  signature: CardSignature;
  /**
   * A note that the report was corrected after its term, with the time, the person and the reason; null if it was not
   * corrected.
   */
  correction: string | null;
  /** The line on which the class's teacher signs by hand; null if the school's card has no such line. */
  teacherSignature: { name: string | null; role: string } | null;
  closing: CardClosing;
  slip: CardSlip | null;
};

/** The part at the foot of the card that parents cut off, sign and return. */
export type CardSlip = {
  title: string;
  instruction: string;
  /** The parts of the sentence before and after the student's name. */
  before: string;
  name: string;
  after: string;
  /** The words below the lines on which parents write, such as `Date`. The longest line comes first. */
  lines: readonly string[];
};

export type LetterMeaning = { letter: string; meaning: string };

export type CardStudent = {
  /** The full name, such as `Anaya Celestine Ramdeen-Joseph`. */
  name: string;
  /** The path of an opaque JPEG of 300 by 380 pixels; null if there is no picture. */
  picture: string | null;
  facts: { label: string; value: string }[];
};

export type CardMarks = {
  columns: CardColumn[];
  /** Groups of rows below a title. The title is null for rows that need none. */
  groups: { title: string | null; rows: CardRow[] }[];
  /** The subjects that are graded by criteria. */
  criteria: CardCriteria[];
  /** The possible grades of a criterion, best first; empty if there are no criteria. */
  criterionGrades: string[];
  /** A note on the grades of criteria, such as `5 is the highest grade`. */
  criterionNote: string | null;
  /**
   * A label and a value such as `Average of 8 end of term marks` and `85.0%`. The list is empty if the class has no
   * marks to average.
   */
  averages: { label: string; value: string | null }[];
  /** The class's averages on the line of the average, such as `Class average 65.5%`; null on cards without them. */
  compared: string | null;
  /** The year's average, such as `72.8%`, with the averages of the terms and the position; null on other cards. */
  year: { label: string; value: string; details: string } | null;
  /** A note on the marks, such as `Marks are out of 100 unless a max mark is shown`. */
  note: string | null;
  /** The meanings of letters and figures in the table. */
  key: LetterMeaning[];
};

/** A column of the table of marks. A column of remarks always comes last. */
export type CardColumn = {
  kind: "mark" | "percent" | "grade" | "year" | "figure" | "rating" | "remark";
  label: string;
};

export type CardRow = {
  subject: string;
  /** The subject's teacher; null if the card names the teacher elsewhere. */
  teacher: string | null;
  cells: CardCell[];
};

/** `nothing` means that the column does not apply to the subject, `none` that nothing was entered. */
export type CardCell =
  | { is: "mark"; mark: string; outOf: string | null }
  | { is: "text"; text: string }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

export type CardCriteria = {
  subject: string;
  teacher: string | null;
  /** A word that replaces the grades, such as `Absent`. */
  word: string | null;
  grades: { detail: string; grade: number | null }[];
};

export type CardComment = { title: string; text: string };

export type CardSignature = {
  /** The path of an opaque JPEG of the signature as it was on that day; null to print the name instead. */
  picture: string | null;
  /** The signer's name and post, such as `Winston Lezama` and `Principal`; null if nobody has signed. */
  name: string | null;
  role: string | null;
  /** The state, such as `Signed 1 Jul 2026`, or a text that nobody has signed. */
  state: string;
  /** The later changes, such as `changed since signed` or `changed since posted`. */
  changes: string[];
};

export type CardClosing = {
  /** The decision, such as `Promoted to Standard 5`; null if there is none. */
  decision: string | null;
  /** A label and a value such as `Next term begins` and `7 Sep 2026`. */
  next: { label: string; value: string } | null;
  /** A label and a value such as `Issued` and `11 Dec 2026`. */
  issued: { label: string; value: string } | null;
};
