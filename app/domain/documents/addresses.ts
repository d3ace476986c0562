import { withQuery, type Query } from "../paths.ts";

/** Report cards as a document: of a form class, the class of one teacher, or one student by the public id. */
export function reportCardDocument(cards: Query): string {
  return withQuery("/api/report-card", cards);
}

/** The register of a class in a month, such as `2026-11`. */
export function attendanceRegisterDocument(classId: number, month: string): string {
  return withQuery("/api/attendance-register", { class_id: classId, month });
}

/** Registration forms as a document: of a form class, the class of one teacher, or one student by the public id. */
export function registrationFormDocument(forms: Query): string {
  return withQuery("/api/registration-form", forms);
}
