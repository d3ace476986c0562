import type { Rating } from "#domain/grades.ts";
import type { Printed, School } from "../parts/school.ts";

/** Report cards of one class, or of one student, each a document of its own in one file. Every word and figure is final. */
export type ReportCards = {
  school: School;
  /** The file's title: `Report cards, Std 4 R, Term 3, 2025–2026`. */
  title: string;
  printed: Printed;
  cards: ReportCard[];
};

export type ReportCard = {
  /** `Report Card`, and the time it is about: `Term 3, 2025–2026`. */
  title: string;
  period: string;
  student: CardStudent;
  /** Said again at the foot of each page: a page that lost its neighbour still tells. */
  foot: string[];
  /** Where attendance and behaviour stand: beside marks in few columns, or below marks over the whole width. */
  layout: "beside" | "below";
  marks: CardMarks;
  attendance: { label: string; value: string }[];
  behaviour: { label: string; rating: Rating | null }[];
  /** What the letters of the ratings mean. */
  ratingKey: Key[];
  teacherComment: Comment;
  principalComment: Comment;
  signature: CardSignature;
  closing: CardClosing;
};

export type Key = { letter: string; meaning: string };

export type CardStudent = {
  /** In full, `Anaya Celestine Ramdeen-Joseph`. */
  name: string;
  /** Path of an opaque JPEG, 300 x 380. */
  picture: string | null;
  facts: { label: string; value: string }[];
};

export type CardMarks = {
  columns: CardColumn[];
  /** Rows under a title of their own; null for those that need none. */
  groups: { title: string | null; rows: CardRow[] }[];
  /** Subjects that are graded by criteria. */
  criteria: CardCriteria[];
  /** The grades that a criterion can have, from the best; empty where there are no criteria. */
  criterionGrades: string[];
  /** Such as `5 is the highest grade`. */
  criterionNote: string | null;
  /** `Average of 8 end of term marks` and `85.0%`; null where a class has no marks to make one of. */
  average: { label: string; value: string | null } | null;
  /** Such as `Marks are out of 100 unless shown`. */
  note: string | null;
  /** What letters and figures of the table mean. */
  key: Key[];
};

export type CardColumn = { kind: "mark" | "percent" | "grade" | "rating"; label: string };

export type CardRow = {
  subject: string;
  /** The subject's teacher, where the card does not name them elsewhere. */
  teacher: string | null;
  /** One for each column. */
  cells: CardCell[];
};

/** `nothing`: the column is not for this subject; `none`: it is, and nothing was given. */
export type CardCell =
  | { is: "mark"; mark: string; outOf: string | null }
  | { is: "text"; text: string }
  | { is: "word"; text: string }
  | { is: "none" }
  | { is: "nothing" };

export type CardCriteria = {
  subject: string;
  teacher: string | null;
  /** Instead of grades: `Absent`. */
  word: string | null;
  grades: { detail: string; grade: number | null }[];
};

export type Comment = { title: string; text: string };

export type CardSignature = {
  /** Path of an opaque JPEG, as it was on the day; the name stands in its place where there is none. */
  picture: string | null;
  /** `Winston Lezama` and `Principal`; null where nobody has signed. */
  name: string | null;
  role: string | null;
  /** `Signed 1 Jul 2026`, or that nobody has. */
  state: string;
  /** `changed since signed`, `changed since posted`. */
  changes: string[];
};

export type CardClosing = {
  /** `Promoted to Standard 5`; null where nothing is decided. */
  decision: string | null;
  /** `Next term begins` and `7 Sep 2026`. */
  next: { label: string; value: string } | null;
};
