/** Which of two records something is taken from: the one that stays, or the one that is merged away. */
export type Side = "kept" | "merged";

export function isSide(text: unknown): text is Side {
  return text === "kept" || text === "merged";
}

/** Two records say different things, of which one stays. */
export type ShownChoice = {
  /** Of its field in the form. */
  name: string;
  title: string;
  kept: string;
  merged: string;
  /** Null where both have something, and somebody has to say which of it counts. */
  chosen: Side | null;
  fault: string | null;
};

/** The choices of a tab of the record, or of a term; how many fields of it are the same. */
export type ShownChoices = { title: string; same: number | null; choices: ShownChoice[] };

export type ShownStudent = {
  key: number;
  name: string;
  lastName: string;
  studentId: string;
  /** `SR-20002, Std 4 R, born 4 May 2016`. */
  about: string;
  picture: string | null;
};

/** What merging two records would do, and what is to be chosen before. */
export type MergePreview = {
  kept: ShownStudent;
  merged: ShownStudent;
  /** Of what was shown: a merge of anything else is not done. */
  base: string;
  contradictions: ShownChoices[];
  fields: ShownChoices[];
  /** What moves as it is: `24 marks`. */
  moves: string[];
};

/** What was posted and not done. */
export type NotMerged = { preview: MergePreview; fault: string };
