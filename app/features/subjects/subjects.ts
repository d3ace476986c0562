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

export type CandidateShown = {
  key: number;
  name: string;
  className: string;
  picture: string | null;
  isAssigned: boolean;
  isChosen: boolean;
};

export type WholeClassShown = { classId: number; label: string; students: number; isChosen: boolean };

/** Why nobody was added, by the field at fault. */
export type AddFaults = { student_id?: string; employee_id?: string };

export type AddStudents = {
  /** `short`: what it is called in a narrow line. */
  subject: { id: number; title: string; short: string };
  year: string;
  find: string;
  /** How many students what is ticked comes to. */
  chosen: number;
  employeeId: number | null;
  teachers: Choice[];
  classes: WholeClassShown[];
  students: CandidateShown[];
  /** How many more there are like what is looked for. */
  more: boolean;
  closeTo: string;
};
