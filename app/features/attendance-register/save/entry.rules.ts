import { ABSENT, LATE, PRESENT } from "#domain/daily/attendance-states.ts";
import { REGISTER_GROUPS } from "#fields/attendance.ts";
import type { Refusal } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import type { Receipt, SavingRules } from "#saving/protocol/protocol.ts";

/** The fields that only an absent or late student can have. */
const ABOUT_ABSENCE = ["reason", "note"];

export const ENTRY_RULES: SavingRules = {
  normalise: (values) => (isAbsentOrLate(values) ? values : { ...values, reason: null, note: null }),
  countedAs,
  atomicGroups: REGISTER_GROUPS,
};

type ReceiptCategory = "present" | "absent" | "late" | "blank";

function countedAs({ state }: Values): ReceiptCategory {
  if (state === ABSENT) return "absent";
  if (state === LATE) return "late";
  return state === PRESENT ? "present" : "blank";
}

export function isAbsentOrLate({ state }: Values): boolean {
  return state === ABSENT || state === LATE;
}

/** Refuses a reason or a note for a student who was present, because storing the entry would silently lose it. */
export function findEntryRefusal({ changes, values }: { changes: Values; values: Values }): Refusal | null {
  if (isAbsentOrLate(values)) return null;
  const field = ABOUT_ABSENCE.find((name) => (changes[name] ?? null) !== null);
  return field ? { reason: "a student who was present cannot have a reason or a note", field } : null;
}

/** Returns text such as '29 present, 4 absent, 2 late'. The numbers add up to the size of the class. */
export function formatRegisterReceipt({
  present = 0,
  absent = 0,
  late = 0,
  blank = 0,
}: Omit<Receipt, "total">): string {
  const parts = [`${present} present`, `${absent} absent`];
  if (late > 0) parts.push(`${late} late`);
  if (blank > 0) parts.push(`${blank} not marked`);
  return parts.join(", ");
}
