import { formatCountOf } from "#domain/text/noun.ts";
import type { ListColumn, ListDocument, ListHeading } from "../list/data.ts";

/** The class lists of the next term as a rehearsal proposes them, with a page for each class. */
export type ProposedClasses = ListHeading & { classes: { title: string; students: ProposedStudent[] }[] };

type ProposedStudent = {
  name: string;
  studentId: string;
  gender: "M" | "F" | null;
  born: string | null;
  /** The previous class, which is empty for a new student, and why the student comes to this class. */
  was: string;
  what: string;
  isAssumed: boolean;
};

const COLUMNS: readonly ListColumn[] = [
  { key: "name", title: "Name", kind: "text", width: "*" },
  { key: "studentId", title: "Student ID", kind: "text", width: 54 },
  { key: "gender", title: "Gender", kind: "text", align: "center", width: 36 },
  { key: "born", title: "Date of birth", kind: "date", width: 56 },
  { key: "was", title: "Now", kind: "text", width: 62 },
  { key: "what", title: "Outcome", kind: "text", width: 94 },
];

/** Builds one page for each class that students will join. The heading counts the other classes too. */
export function buildProposedClasses({ classes, ...heading }: ProposedClasses): ListDocument {
  const filled = classes.filter(({ students }) => students.length > 0);
  const tables = filled.map(({ title, students }) => ({
    heading: title,
    ownPage: true,
    columns: COLUMNS,
    numbered: "by group" as const,
    groups: [
      {
        title,
        aside: formatCountOf(students.length, "student"),
        rows: students.map(({ isAssumed, what, ...student }) => ({
          ...student,
          what: isAssumed ? { value: what, italics: true } : what,
        })),
      },
    ],
  }));
  return { ...heading, tables, orientation: "portrait" };
}
