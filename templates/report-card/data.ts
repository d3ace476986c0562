import type { CardOrder } from "#domain/documents/card-parts.ts";
import type { Rating } from "#domain/grades.ts";
import type { PrintTime, School } from "../parts/school.ts";

/** The report cards of a class or one student, each a document in one file. Texts and figures are final. */
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
  /** The description at the foot of each page, so that a page separated from the others still says what it is. */
  foot: string[];
  /** The position of attendance and behaviour: beside the marks, or below marks that need the whole width. */
  layout: "beside" | "below";
  /** The block that comes first under or beside the marks. */
  order: CardOrder;
  marks: CardMarks;
  attendance: { label: string; value: string }[];
  behaviour: { label: string; rating: Rating | null }[];
  /** The meanings of the letters of ratings. */
  ratingKey: LetterMeaning[];
  teacherComment: CardComment;
  principalComment: CardComment;
  signature: CardSignature;
  /** A sentence that the report was corrected after its term, when, by whom and why; null when it was not. */
  correction: string | null;
  /** The line on which the class's teacher signs by hand; null where the school has none. */
  teacherSignature: { name: string | null; role: string } | null;
  closing: CardClosing;
  slip: CardSlip | null;
};

/** A slip at the foot of the card, to be cut off, signed and returned. */
export type CardSlip = {
  title: string;
  instruction: string;
  /** The sentence around the student's name. */
  before: string;
  name: string;
  after: string;
  /** The words under the lines to write on, the longest line first. */
  lines: readonly string[];
};

export type LetterMeaning = { letter: string; meaning: string };

export type CardStudent = {
  /** The full name, such as `Anaya Celestine Ramdeen-Joseph`. */
  name: string;
  /** The path of an opaque JPEG of 300 x 380 pixels; null without a picture. */
  picture: string | null;
  facts: { label: string; value: string }[];
};

export type CardMarks = {
  columns: CardColumn[];
  /** Groups of rows below a title. The title is null for rows that need none. */
  groups: { title: string | null; rows: CardRow[] }[];
  /** The subjects that are graded by criteria. */
  criteria: CardCriteria[];
  /** The possible grades of a criterion, best first; empty when there are no criteria. */
  criterionGrades: string[];
  /** A note on the grades of criteria, such as `5 is the highest grade`. */
  criterionNote: string | null;
  /** For example `Average of 8 end of term marks` and `85.0%`; null when the class has no marks to average. */
  average: { label: string; value: string | null } | null;
  /** A note on the marks, such as `Marks are out of 100 unless shown`. */
  note: string | null;
  /** The meanings of letters and figures in the table. */
  key: LetterMeaning[];
};

/** A column of remarks is the last one. */
export type CardColumn = {
  kind: "mark" | "percent" | "grade" | "figure" | "rating" | "remark";
  label: string;
};

export type CardRow = {
  subject: string;
  /** The subject's teacher; null when the card names the teacher elsewhere. */
  teacher: string | null;
  /** One cell for each column. */
  cells: CardCell[];
};

/** `nothing` means that the column does not apply to this subject, `none` that nothing was entered. */
export type CardCell =
  | { is: "mark"; mark: string; outOf: string | null }
  | { is: "text"; text: string }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

export type CardCriteria = {
  subject: string;
  teacher: string | null;
  /** A word that is printed instead of the grades, such as `Absent`. */
  word: string | null;
  grades: { detail: string; grade: number | null }[];
};

export type CardComment = { title: string; text: string };

export type CardSignature = {
  /** The path of an opaque JPEG of the signature as of that day; null to print the name instead. */
  picture: string | null;
  /** The signer's name and post, such as `Winston Lezama` and `Principal`; null when nobody has signed. */
  name: string | null;
  role: string | null;
  /** A text such as `Signed 1 Jul 2026`, or that nobody has signed. */
  state: string;
  /** Texts such as `changed since signed` or `changed since posted`. */
  changes: string[];
};

export type CardClosing = {
  /** The decision, such as `Promoted to Standard 5`; null when nothing is decided. */
  decision: string | null;
  /** A label and a value such as `Next term begins` and `7 Sep 2026`. */
  next: { label: string; value: string } | null;
  /** Such as `Issued` and `11 Dec 2026`. */
  issued: { label: string; value: string } | null;
};
