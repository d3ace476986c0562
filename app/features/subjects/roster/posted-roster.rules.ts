import { idOf } from "#domain/paths.ts";
import { idsIn } from "../place.rules.ts";

/** A row of the roster as it was read: who taught the student then. */
export type RosterRow = { studentKey: number; was: number };

export type RosterPost =
  | { intent: "save"; changes: (RosterRow & { employeeId: number })[] }
  | { intent: "delete"; rows: RosterRow[] };

const WAS = /^w-([1-9]\d{0,8})$/;
const DELETE = /^delete-([1-9]\d{0,8})$/;

/** What a press of one of the roster's buttons asks for; null for what none of them sends. */
export function rosterPost(form: FormData): RosterPost | null {
  const rows = idsIn([...form.keys()], WAS).flatMap((studentKey) => {
    const was = idIn(form, `w-${studentKey}`);
    return was === null ? [] : [{ studentKey, was }];
  });
  const intent = String(form.get("intent") ?? "");
  const ticked = rows.filter(({ studentKey }) => form.has(`s-${studentKey}`));
  if (intent === "delete") return { intent, rows: ticked };
  if (intent === "set") return set(ticked, idIn(form, "set"));
  if (intent === "save") return { intent, changes: rows.flatMap((row) => changed(row, form)) };
  const one = idOf(DELETE.exec(intent)?.[1]);
  return one === null
    ? null
    : { intent: "delete", rows: rows.filter(({ studentKey }) => studentKey === one) };
}

function set(rows: readonly RosterRow[], employeeId: number | null): RosterPost {
  const changes = employeeId === null ? [] : rows.map((row) => ({ ...row, employeeId }));
  return { intent: "save", changes };
}

function changed(row: RosterRow, form: FormData) {
  const employeeId = idIn(form, `t-${row.studentKey}`);
  return employeeId === null || employeeId === row.was ? [] : [{ ...row, employeeId }];
}

function idIn(form: FormData, name: string): number | null {
  return idOf(String(form.get(name) ?? ""));
}
