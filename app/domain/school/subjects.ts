import type { Flavour } from "../grades.ts";

/** `inactive` means that nobody teaches the subject now; old marks may still refer to it. */
export type StandardSubject = { subject_id: number; title: string; abbr: string; inactive?: boolean };

/** The ids of the archive's subjects are those of the school's old archive, so that old marks find them. */
const PRIMARY: readonly StandardSubject[] = [
  { subject_id: 33, title: "Mathematics", abbr: "Maths" },
  { subject_id: 18, title: "Language Arts", abbr: "Lang. Arts" },
  { subject_id: 19, title: "Creative Writing", abbr: "Writing" },
  { subject_id: 20, title: "Reading and Comprehension", abbr: "Reading" },
  { subject_id: 30, title: "Science", abbr: "Science" },
  { subject_id: 48, title: "Social Studies", abbr: "Soc. Stud." },
  { subject_id: 6, title: "Agricultural Science", abbr: "Agri. Sci." },
  { subject_id: 49, title: "Spanish", abbr: "Spanish" },
  { subject_id: 28, title: "Information and Communication Technology", abbr: "ICT" },
  { subject_id: 7, title: "Physical Education", abbr: "PE" },
  { subject_id: 8, title: "Visual and Performing Arts", abbr: "VAPA" },
  { subject_id: 9, title: "Health and Family Life Education", abbr: "HFLE" },
  { subject_id: 41, title: "Physical Education", abbr: "PE", inactive: true },
  { subject_id: 53, title: "Visual and Performing Arts", abbr: "VAPA", inactive: true },
  { subject_id: 51, title: "Technology Education", abbr: "Tech. Ed.", inactive: true },
];

const SECONDARY: readonly StandardSubject[] = [
  { subject_id: 10, title: "Additional Mathematics", abbr: "Add. Maths" },
  { subject_id: 11, title: "Accounting", abbr: "Accounting" },
  { subject_id: 12, title: "Biology", abbr: "Biology" },
  { subject_id: 13, title: "Caribbean Studies", abbr: "Carib. Stud." },
  { subject_id: 14, title: "Chemistry", abbr: "Chemistry" },
  { subject_id: 16, title: "Economics", abbr: "Economics" },
  { subject_id: 18, title: "English Language", abbr: "English" },
  { subject_id: 19, title: "English Literature", abbr: "Literature" },
  { subject_id: 21, title: "Food and Nutrition", abbr: "Food & Nut." },
  { subject_id: 22, title: "French", abbr: "French" },
  { subject_id: 23, title: "Geography", abbr: "Geography" },
  { subject_id: 26, title: "History", abbr: "History" },
  { subject_id: 28, title: "Information and Communication Technology", abbr: "ICT" },
  { subject_id: 29, title: "Information Technology", abbr: "Info. Tech." },
  { subject_id: 30, title: "Integrated Science", abbr: "Science" },
  { subject_id: 33, title: "Mathematics", abbr: "Maths" },
  { subject_id: 37, title: "Management of Business", abbr: "Mgmt of Bus." },
  { subject_id: 38, title: "Music", abbr: "Music" },
  { subject_id: 41, title: "Physical Education", abbr: "PE" },
  { subject_id: 42, title: "Physics", abbr: "Physics" },
  { subject_id: 44, title: "Principles of Accounts", abbr: "P.O.A." },
  { subject_id: 45, title: "Principles of Business", abbr: "P.O.B." },
  { subject_id: 46, title: "Pure Mathematics", abbr: "Pure Maths" },
  { subject_id: 47, title: "Sociology", abbr: "Sociology" },
  { subject_id: 48, title: "Social Studies", abbr: "Soc. Studies" },
  { subject_id: 49, title: "Spanish", abbr: "Spanish" },
  { subject_id: 50, title: "Technical Drawing", abbr: "Tech. Draw." },
  { subject_id: 51, title: "Technology Education", abbr: "Tech. Ed." },
  { subject_id: 53, title: "Visual and Performing Arts", abbr: "VAPA" },
];

export const STANDARD_SUBJECTS: Readonly<Record<Flavour, readonly StandardSubject[]>> = {
  primary: PRIMARY,
  secondary: SECONDARY,
};
