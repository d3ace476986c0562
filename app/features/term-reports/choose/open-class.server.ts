import { noTransaction } from "#db/index.ts";
import { reportUrl, type ClassKey } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel } from "#domain/terms.ts";
import type { EmptyClass } from "./classes.ts";
import { chooserFor, findClass } from "../find-report.server.ts";

export type OpenClassReply = { go: string } | { go: null; empty: EmptyClass };

/** Leads to the first report of a class, or says that the class has no students. @throws notFound */
export async function openClass(person: Person, key: ClassKey): Promise<OpenClassReply> {
  const found = await findClass(person, key, noTransaction);
  const { heading, students } = found;
  const [first] = students;
  if (first) return { go: reportUrl({ ...key, studentKey: first.student_key }) };
  return {
    go: null,
    empty: {
      classLabel: heading.class_label,
      period: periodLabel(heading.academic_year_id, heading.term),
      chooserUrl: await chooserFor(person, found),
    },
  };
}
