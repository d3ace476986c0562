import type { CardOrder } from "#domain/documents/card-parts.ts";
import type { Rating } from "#domain/grades.ts";
import type { Printed, School } from "../parts/school.ts";

/**
 * Report cards of one class, or of one student, each a document of its own in one file. Every word and figure is final.
 */
export type ReportCards = {
  school: School;
  /** The file's title, such as `Report cards, Std 4 R, Term 3, 2025–2026`. */
  title: string;
  printed: Printed;
  cards: ReportCard[];
};

export type ReportCard = {
  /** `Report Card` and its period, such as `Term 3, 2025–2026`. */
  title: string;
  period: string;
  student: CardStudent;
  /** Repeated at the foot of each page, so that a page separated from the others still says what it is. */
  foot: string[];
  /** The place of attendance and behaviour: beside marks in few columns, or below marks that take the whole width. */
  layout: "beside" | "below";
  /** The block that comes first under or beside the marks. */
  order: CardOrder;
  marks: CardMarks;
  attendance: { label: string; value: string }[];
  behaviour: { label: string; rating: Rating | null }[];
  /** The meanings of the ratings' letters. */
  ratingKey: Key[];
  teacherComment: Comment;
  principalComment: Comment;
  signature: CardSignature;
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

export type Key = { letter: string; meaning: string };

export type CardStudent = {
  /** In full, such as `Anaya Celestine Ramdeen-Joseph`. */
  name: string;
  /** The path of an opaque JPEG of 300 x 380. */
  picture: string | null;
  facts: { label: string; value: string }[];
};

export type CardMarks = {
  columns: CardColumn[];
  /** Rows under a title of their own; the title is null for rows that need none. */
  groups: { title: string | null; rows: CardRow[] }[];
  /** Subjects that are graded by criteria. */
  criteria: CardCriteria[];
  /** The possible grades of a criterion, best first; empty when there are no criteria. */
  criterionGrades: string[];
  /** Such as `5 is the highest grade`. */
  criterionNote: string | null;
  /** Such as `Average of 8 end of term marks` and `85.0%`; null when the class has no marks to average. */
  average: { label: string; value: string | null } | null;
  /** Such as `Marks are out of 100 unless shown`. */
  note: string | null;
  /** The meanings of the table's letters and figures. */
  key: Key[];
};

export type CardColumn = { kind: "mark" | "percent" | "grade" | "figure" | "rating"; label: string };

export type CardRow = {
  subject: string;
  /** The subject's teacher, unless the card names them elsewhere. */
  teacher: string | null;
  /** One for each column. */
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
  /** Replaces the grades, such as `Absent`. */
  word: string | null;
  grades: { detail: string; grade: number | null }[];
};

export type Comment = { title: string; text: string };

export type CardSignature = {
  /** The path of an opaque JPEG with the signature of that day; the name is printed when there is none. */
  picture: string | null;
  /** Such as `Winston Lezama` and `Principal`; null when nobody has signed. */
  name: string | null;
  role: string | null;
  /** Such as `Signed 1 Jul 2026`, or that nobody has signed. */
  state: string;
  /** Such as `changed since signed` or `changed since posted`. */
  changes: string[];
};

export type CardClosing = {
  /** Such as `Promoted to Standard 5`; null when nothing is decided. */
  decision: string | null;
  /** Such as `Next term begins` and `7 Sep 2026`. */
  next: { label: string; value: string } | null;
  /** Such as `Issued` and `11 Dec 2026`. */
  issued: { label: string; value: string } | null;
};
