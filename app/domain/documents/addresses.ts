import { withQuery, type Query } from "../paths.ts";

/** Report cards as a document: of a form class, the class of one teacher, or one student by the public id. */
export function reportCardDocument(cards: Query): string {
  return withQuery("/api/report-card", cards);
}

/** The register of a class in a month, such as `2026-11`. */
export function attendanceRegisterDocument(classId: number, month: string): string {
  return withQuery("/api/attendance-register", { class_id: classId, month });
}

/** The journal of a turn of the term; without a format it is the PDF, which a browser shows. */
export function turnJournalDocument(rolloverId: number, how: { format?: "xlsx"; isSaved?: boolean } = {}) {
  const { format = null, isSaved = false } = how;
  return withQuery(`/api/turn-journal/${rolloverId}`, { format, download: isSaved ? 1 : null });
}

/** Registration forms as a document: of a form class, the class of one teacher, or one student by the public id. */
export function registrationFormDocument(forms: Query): string {
  return withQuery("/api/registration-form", forms);
}
