import { formatCountOf } from "#domain/text/noun.ts";
import type { Fingerprinted, Step, OutcomeReason } from "#domain/rollover/rollover.ts";

const CHANGED: Record<Fingerprinted, string> = {
  roster: "class registrations",
  students: "student records",
  decisions: "decisions",
  classes: "next year's classes",
};

/** Returns words such as `decisions, next year's classes`; null when nothing has changed. */
export function formatChangedParts(changed: readonly Fingerprinted[]): string | null {
  return changed.length === 0 ? null : changed.map((part) => CHANGED[part]).join(", ");
}

/** Returns the words above the names of students who have nowhere to go. */
export function describeNoClass(why: OutcomeReason, wanted: string | null, toYear: string): string {
  const students = wanted === null ? "these students" : `students going to ${wanted}`;
  if (why === "class-missing") return `There is no class in ${toYear} for ${students}:`;
  return `No class with a teacher has been chosen in ${toYear} for ${students}:`;
}

type Counts = { on_roll: number; leaving: number };

/** Describes a step of the run as it was rehearsed. */
export function describeStep(step: Step, toTitle: string, { on_roll, leaving }: Counts): string {
  if (step === "advance") return `${toTitle} becomes the current term.`;
  if (step === "register") {
    return `${formatCountOf(on_roll, "student")} ${on_roll === 1 ? "gets" : "get"} a place and a record in the new term.`;
  }
  const left =
    leaving === 0
      ? ""
      : ` ${formatCountOf(leaving, "student")} ${leaving === 1 ? "leaves" : "leave"} the school.`;
  return `Each student moves to the class shown in the rehearsal.${left}`;
}

export const STEP_TITLES: Record<Step, string> = {
  advance: "Advance",
  register: "Register",
  promote: "Promote",
};

type From = { label: string | null; count: number };

/** Returns words such as `39 of 1A, 1 of 2A, 41 newly registered`. */
export function formatOrigins(from: readonly From[], newcomers: number): string {
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

/** Returns words such as `L. Augustine saved a mark for 4B, Mathematics, on 7 Sep 2026, 08:12.` */
export function describeClosing({ at, name, table, className, subject }: Closing): string {
  const act = ACTS[table] ?? "saved a record";
  const of = [className, subject].filter(Boolean).join(", ");
  return `${name || "Somebody"} ${act}${of ? ` for ${of}` : ""}, ${at}.`;
}

const ACTS: Readonly<Record<string, string>> = {
  marks: "saved a mark",
  criterion_grades: "saved a mark",
  term_records: "saved a report",
  registrations: "registered a student",
  postings: "posted reports",
  attendance_registers: "marked a register",
};
