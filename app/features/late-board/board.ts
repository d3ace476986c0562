import type { MarkSheetProgress, LateMarkSheetLine } from "#domain/late/sheets.ts";
import type { TermChoice } from "#domain/terms.ts";

export type LateBoardView = "classes" | "subjects" | "teachers";

/** The kind of missing work that the board shows. `all` includes finished work. */
export type MissingWorkKind = "all" | "marks" | "reports" | "signatures" | "posting";

export type LateBoardParams = {
  view: LateBoardView;
  missing: MissingWorkKind;
  /** The class to which the list of subjects is narrowed; null for all. */
  classId: number | null;
  /** The term; null for the current term. */
  termId: number | null;
  /** The page of a long list, counted from 1. */
  page: number;
};

export type LateClass = {
  classId: number;
  label: string;
  /** The form teacher and co-teachers; empty if the class has neither. */
  teachers: string;
  marks: MarkSheetProgress;
  complete: MarkSheetProgress;
  signed: MarkSheetProgress;
  /** The day of posting, such as `26 Jun 2026`; null if the reports are not posted. */
  postedOn: string | null;
  reportsUrl: string;
  /** The URL for signing the reports; null for a person who cannot sign them. */
  signUrl: string | null;
};

/** The mark sheets under one heading, which is either a class or a teacher. */
export type LateMarkSheetGroup = {
  key: string;
  title: string;
  /** The text beside the heading, such as the class's teachers. */
  about: string;
  marks: MarkSheetProgress;
  lines: LateMarkSheetLine[];
  /** The reports that this teacher writes. */
  reports: { classLabel: string; complete: MarkSheetProgress; url: string }[];
};

export type LateBoardData = {
  params: LateBoardParams;
  term: TermChoice;
  terms: TermChoice[];
  /** Text for the dates between which marks can be entered; empty if no dates are set. */
  entry: string;
  school: {
    marks: MarkSheetProgress;
    complete: MarkSheetProgress;
    signed: MarkSheetProgress;
    posted: MarkSheetProgress;
  };
  /** The label of the class to which the list of subjects is narrowed, or null. */
  onlyClass: string | null;
  classes: LateClass[];
  groups: LateMarkSheetGroup[];
  /** The number of classes, subjects or teachers before filtering. */
  total: number;
  /** The number of classes, subjects or teachers that the filter leaves, on all pages of the list. */
  listed: number;
};

export type LateBoard = LateBoardData & { openCorrections: number };
