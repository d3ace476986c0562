/** What deleting somebody would do, as its dialog says it. */
export type Leaving = {
  id: number;
  firstName: string;
  name: string;
  gender: "F" | "M" | null;
  /** Null for who works here; else how they left. */
  hasLeft: string | null;
  /** Why this person cannot be deleted, known before anything is asked. */
  refusal: string | null;
  openSessions: number;
  lessons: readonly { label: string; lessons: number }[];
  /** Labels of the classes that they lead. */
  leads: readonly string[];
  statuses: readonly { value: string; label: string }[];
  /** Who may take over, the co-teachers first; empty where nothing is to be taken over. */
  successors: readonly { value: string; label: string }[];
  /** The co-teacher, or empty. */
  proposed: string;
};

export const OWN_ACCOUNT = "You cannot delete yourself. A colleague who manages employees can.";
export const FOR_ADMINS = "Only an administrator deletes an administrator or the principal.";
export const LAST_ADMIN = "The school would be left without an administrator. Make somebody else one first.";

/** `10 in Std 1 D`, `30 in 4 classes`. */
export function lessonWords(lessons: Leaving["lessons"]): string {
  const [only, ...others] = lessons;
  if (!only) return "None";
  const count = lessons.reduce((sum, each) => sum + each.lessons, 0);
  const where = others.length === 0 ? only.label : `${lessons.length} classes`;
  return `${count} in ${where} ${count === 1 ? "needs" : "need"} a teacher`;
}

export function sessionWords(openSessions: number): string {
  if (openSessions === 0) return "Ends now";
  return `Ends now, on ${openSessions === 1 ? "1 open device" : `${openSessions} open devices`}`;
}

/** `Std 1 D needs one`. */
export function leadWords(leads: readonly string[]): string {
  return `${leads.join(", ")} ${leads.length === 1 ? "needs" : "need"} one`;
}
