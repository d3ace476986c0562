import type { RosterParams, SubjectsParams } from "./params.rules.ts";

export type SubjectsList = {
  params: SubjectsParams;
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
  /** The student's present teacher, as an option of the row's field. */
  teacher: Choice;
};

export type Roster = {
  subject: { id: number; title: string };
  year: string;
  list: SubjectsParams;
  params: RosterParams;
  students: RosterStudent[];
  /** The teachers whose lessons are for 'only students who chose it'. */
  teachers: Choice[];
  classes: Choice[];
  total: number;
  found: number;
  pageSize: number;
};
