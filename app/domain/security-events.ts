/** The kinds of security event about accounts, with their titles on the page. The events are stored for 400 days. */
export const SECURITY_EVENTS = {
  "school-made": "School created",
  "signed-in": "Signed in",
  "signed-in-by-provider": "Signed in through the identity provider",
  "provider-refused": "Sign-in through the identity provider rejected",
  "password-refused": "Password rejected",
  "attempts-held": "Too many attempts",
  "password-changed": "Password changed",
  "password-reset": "Password reset",
  "access-changed": "Access changed",
  "session-ended": "Signed out by an administrator",
  "employee-added": "Employee added",
  "employee-deleted": "Employee deleted",
  "employee-brought-back": "Employee restored",
  "students-merged": "Student records merged",
  "merge-undone": "Merge of student records undone",
  "token-made": "Access token created",
  "token-revoked": "Access token revoked",
  "own-teaching": "Class or lessons assigned to own account",
  "cards-printed": "Report cards printed",
  "forms-printed": "Registration forms printed",
  exported: "List exported",
  imported: "List imported",
  "import-undone": "Import undone",
  "list-called": "Full list read through the API",
  "bulk-reading": "Many records opened",
  "reading-held": "Too many records opened",
} as const;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;

export const SECURITY_EVENT_DAYS = 400;

export function isSecurityEventKind(text: string | null): text is SecurityEventKind {
  return text !== null && Object.hasOwn(SECURITY_EVENTS, text);
}
