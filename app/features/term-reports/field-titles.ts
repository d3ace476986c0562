import { BEHAVIOURS } from "#domain/term-reports.ts";

/** What the screen calls each field of a record (T2, T3). */
export const FIELD_TITLES: Readonly<Record<string, string>> = {
  total_sessions: "Total Sessions",
  sessions_absent: "Sessions Absent",
  sessions_late: "Sessions Late",
  participation: "Participation",
  project: "Project",
  promotion_progress: "Promotion Progress",
  promoted_to: "Promoted To",
  repeating: "Repeating",
  ...BEHAVIOURS,
  teacher_comment: "Teacher's Comments",
  principal_comment: "Principal's Comments",
};
