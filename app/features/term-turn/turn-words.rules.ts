import type { Fingerprinted, Step, Why } from "#domain/turn/turn.ts";

const CHANGED: Record<Fingerprinted, string> = {
  roster: "who is registered",
  students: "the students",
  decisions: "decisions",
  classes: "next year's classes",
};

/** Returns words such as `decisions, next year's classes`; null when nothing has changed. */
export function changedWords(changed: readonly Fingerprinted[]): string | null {
  return changed.length === 0 ? null : changed.map((part) => CHANGED[part]).join(", ");
}

/** Returns the words above the names of students who have nowhere to go. */
export function refusalWords(why: Why, wanted: string | null, toYear: string): string {
  if (why === "class-missing") return `Going to ${wanted ?? "a class"}, which ${toYear} does not have:`;
  return `Going up, and for ${wanted ?? "them"} no class with a teacher is chosen in ${toYear}:`;
}

type Counts = { on_roll: number; leaving: number };

/** Describes a step of the run as it was rehearsed. */
export function stepWords(step: Step, toTitle: string, { on_roll, leaving }: Counts): string {
  if (step === "advance") return `${toTitle} becomes the current term.`;
  if (step === "register") {
    return `${on_roll.toLocaleString("en")} students get their place and their record in the new term.`;
  }
  return `Each is put into the class that the rehearsal gave; ${leaving.toLocaleString("en")} leave.`;
}

export const STEP_TITLES: Record<Step, string> = {
  advance: "Advance",
  register: "Register",
  promote: "Promote",
};

type From = { label: string | null; count: number };

/** Returns words such as `39 of 1A, 1 of 2A, 41 newly registered`. */
export function fromWords(from: readonly From[], newcomers: number): string {
  const of = from.filter(({ label }) => label !== null).map(({ label, count }) => `${count} of ${label}`);
  const others = newcomers > 0 ? [`${newcomers} newly registered`] : [];
  return [...of, ...others].join(", ");
}

type Closing = {
  at: string;
  name: string;
  table: string;
  className: string | null;
  subject: string | null;
};

/** Returns words such as `L. Augustine saved a mark of 4B, Mathematics, on 7 Sep 2026, 08:12.` */
export function closedWords({ at, name, table, className, subject }: Closing): string {
  const what = table === "marks" || table === "criterion_grades" ? "a mark" : (NOUNS[table] ?? "a record");
  const of = [className, subject].filter(Boolean).join(", ");
  return `${name || "Somebody"} saved ${what}${of ? ` of ${of}` : ""}, ${at}.`;
}

const NOUNS: Readonly<Record<string, string>> = {
  term_records: "a report",
  registrations: "a registration",
  postings: "a posting",
  attendance_registers: "a register",
};
