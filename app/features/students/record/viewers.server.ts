import { readingScope } from "#access/visible.server.ts";
import { getVisibleStudentTab, getVisibleStudent } from "#access/visible-student.server.ts";
import { noTransaction } from "#db/index.ts";
import { listCardTerms } from "#db/queries/people/students/heading.ts";
import { registrationFormUrl, reportCardUrl } from "#domain/documents/kind.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { termChoice, type TermChoice } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";

type Shown = { title: string; src: string; downloads: { words: string; href: string }[] };
export type CardViewer = Shown & { terms: TermChoice[]; chosen: number };

/**
 * Loads the viewer of a student's report card for the requested term, or for the latest term whose card the person may
 * read.
 * @throws notFound
 */
export async function loadCardViewer(
  person: Person,
  { studentKey, query }: { studentKey: number; query: URLSearchParams },
): Promise<CardViewer> {
  const student = await getVisibleStudent(person, studentKey, noTransaction);
  const terms = await listCardTerms({ ...readingScope(person), studentKey }, noTransaction);
  const input = parseId(query.get("term"));
  const term = terms.find(({ academic_term_id: id }) => input === null || id === input);
  if (!term) throw notFound("This student has no report card that you can open.");
  const src = reportCardUrl({ academic_term_id: term.academic_term_id, student_id: student.student_id });
  return {
    ...viewerOf(`Report Card, ${student.first_name} ${student.last_name}`, src),
    terms: terms.map(termChoice),
    chosen: term.academic_term_id,
  };
}

/** Loads the viewer of the registration form, for people who may read the medical tab. @throws notFound */
export async function loadRegistrationFormViewer(person: Person, studentKey: number): Promise<Shown> {
  const input = { studentKey, tab: "medical" } as const;
  const { student_id, first_name, last_name } = await getVisibleStudentTab(person, input, noTransaction);
  const src = registrationFormUrl({ id: student_id });
  return viewerOf(`Registration Form, ${first_name} ${last_name}`, src);
}

function viewerOf(title: string, src: string): Shown {
  const downloads = [
    { words: "Download PDF", href: `${src}&download=1` },
    { words: "Word", href: `${src}&format=docx&download=1` },
  ];
  return { title, src, downloads };
}
