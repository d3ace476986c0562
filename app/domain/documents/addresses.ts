import { withQuery, type Query } from "../paths.ts";

export function reportCardUrl(cards: Query): string {
  return withQuery("/api/report-card", cards);
}

/** Returns the address of the register of a class in a month such as `2026-11`. */
export function attendanceRegisterUrl(classId: number, month: string): string {
  return withQuery("/api/attendance-register", { class_id: classId, month });
}

/** Returns the address of the journal of a term rollover; without a format it is the PDF, which a browser shows. */
export function rolloverJournalUrl(rolloverId: number, how: { format?: "xlsx"; isSaved?: boolean } = {}) {
  const { format = null, isSaved = false } = how;
  return withQuery(`/api/turn-journal/${rolloverId}`, { format, download: isSaved ? 1 : null });
}

export function registrationFormUrl(forms: Query): string {
  return withQuery("/api/registration-form", forms);
}
