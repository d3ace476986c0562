import type { AnnualReturnStudent } from "#db/queries/reports/annual-return.ts";
import { formatDate } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import { PATHS } from "#domain/paths.ts";
import type { PersonBehindFigure, AnnualReturnColumn } from "./theme.rules.ts";

export type StudentReturnColumn = AnnualReturnColumn<AnnualReturnStudent>;
export type AnnualReturnLevel = { level: number; title: string };
export type ReturnClass = { classId: number; label: string; level: number; teachers: string };

/** The data for the sheets about students. `students` contains only students with a class. */
export type EnrolmentData = {
  students: readonly AnnualReturnStudent[];
  levels: readonly AnnualReturnLevel[];
  classes: readonly ReturnClass[];
  /** The label of the year, such as `2025–2026`. */
  year: string;
  /** Today's date, such as `13 Apr 2026`. `ageDay` is the date on which ages are counted, such as `1 Sep 2025`. */
  today: string;
  ageDay: string;
  ages: { from: number; to: number };
};

export const countIfBoy = ({ gender }: AnnualReturnStudent) => Number(gender === "M");
export const countIfGirl = ({ gender }: AnnualReturnStudent) => Number(gender === "F");
export const countIfGenderUnstated = ({ gender }: AnnualReturnStudent) => Number(gender === null);

export function toPersonFromStudent(student: AnnualReturnStudent): PersonBehindFigure {
  const { id, student_id, label, date_of_birth, gender } = student;
  const sex = gender === null ? "sex not recorded" : gender === "M" ? "boy" : "girl";
  const born = date_of_birth === null ? "birth date not recorded" : `born ${formatDate(date_of_birth)}`;
  return {
    key: String(id),
    name: formatRegisterName(student),
    to: `${PATHS.students}/${id}`,
    about: label ?? "Not in a class",
    detail: [student_id, sex, born].join(", "),
  };
}
