import type { RosterPlace, SubjectsPlace } from "./place.rules.ts";

export type SubjectsList = {
  place: SubjectsPlace;
  subjects: { id: number; title: string }[];
  found: number;
  total: number;
};

export type Choice = { value: string; label: string };

export type RosterStudent = {
  key: number;
  studentId: string;
  firstName: string;
  lastName: string;
  gender: string;
  className: string;
  /** Whose students they are now, as the row's field has it. */
  teacher: Choice;
};

export type Roster = {
  subject: { id: number; title: string };
  year: string;
  list: SubjectsPlace;
  place: RosterPlace;
  students: RosterStudent[];
  /** Who gives the subject to 'only students who chose it'. */
  teachers: Choice[];
  classes: Choice[];
  total: number;
  found: number;
  pageSize: number;
};
