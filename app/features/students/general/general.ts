import type { Likeness } from "#domain/people/alike.ts";
import type { GeneralRules } from "#fields/people/student-general.ts";
import type { LoadedRow } from "#saving/protocol/loaded-row.ts";
import type { FormSent } from "#saving/screen/form/form-sent.ts";

/** General as it can be written in by whoever looks at it. */
export type GeneralRead = {
  rules: GeneralRules;
  row: LoadedRow;
  /** Why nothing can be entered; null where it can. */
  closed: string | null;
  timeZone: string;
};

export type GeneralSent = FormSent & { tab: "general" };

/** Somebody who may be the child that is written down. */
export type ShownAlike = {
  key: number;
  name: string;
  /** `SR-20002, Std 4 R, pin 201611084410`. */
  about: string;
  lastName: string;
  picture: string | null;
  likeness: Likeness;
};

/** What the page of a new student is made of. */
export type NewGeneral = { rules: GeneralRules; timeZone: string };

/** A form that did not add anybody: as it was typed, with what was said of it. */
export type NotAdded = { row: LoadedRow; alike: ShownAlike[] };

/** Said of a record that was saved. */
export const UPDATED = "Student updated";

/** Which of the children who are alike were on the page when it was sent. */
export const SEEN = "seen";
/** 'Another child': whoever is alike. */
export const ANOTHER = "another";
