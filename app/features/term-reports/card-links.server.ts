import { reading } from "#db/index.ts";
import type { Person } from "#domain/person.ts";
import { findReport } from "./find-report.server.ts";
import { reportUrl } from "./report-key.rules.ts";
import type { ReportKey } from "./report-key.rules.ts";

export type CardLinks = {
  title: string;
  src: string;
  closeTo: string;
  downloads: { words: string; href: string }[];
};

/** The student's report card in the viewer, with its downloads (T7). @throws notFound */
export async function cardLinks(person: Person, key: ReportKey): Promise<CardLinks> {
  const { student, heading } = await findReport(person, key, reading);
  const query = new URLSearchParams({
    academic_term_id: String(key.academicTermId),
    form_class_id: heading.form_class_id,
    student_id: student.student_id,
  });
  const src = `/api/report-card?${query}`;
  return {
    src,
    title: `Report Card, ${student.first_name} ${student.last_name}`,
    closeTo: reportUrl(key),
    downloads: [
      { words: "Download PDF", href: `${src}&download=1` },
      { words: "Word", href: `${src}&format=docx&download=1` },
    ],
  };
}
