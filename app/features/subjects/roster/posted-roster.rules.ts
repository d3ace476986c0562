import type { FormReply } from "#domain/form-reply.ts";
import { parseId } from "#domain/paths.ts";
import { parseFieldIds } from "../assignment.rules.ts";

/** A row of the roster as the page showed it; `was` is the student's teacher at that time. */
type RosterRow = { studentKey: number; was: number };

/** The id of the form that has all rows. */
export const SUBJECT_ROSTER_FORM_ID = "roster";

type Fields = Readonly<Record<string, unknown>>;

const WAS = /^w-([1-9]\d{0,8})$/;
const DELETE = /^delete-([1-9]\d{0,8})$/;

/** Returns what a button of the roster requests. Returns null for a form that no button sends. */
export function parseRosterPost(fields: Fields) {
  const rows = parseFieldIds(Object.keys(fields), WAS).flatMap((studentKey): RosterRow[] => {
    const was = idIn(fields, `w-${studentKey}`);
    return was === null ? [] : [{ studentKey, was }];
  });
  const intent = String(fields.intent ?? "");
  const ticked = rows.filter(({ studentKey }) => `s-${studentKey}` in fields);
  if (intent === "delete") return { intent, rows: ticked } as const;
  const isAlone = "alone" in fields;
  if (intent === "set")
    return { intent: "save", changes: changesTo(ticked, idIn(fields, "set")), isAlone } as const;
  if (intent === "save")
    return { intent, changes: rows.flatMap((row) => changed(row, fields)), isAlone } as const;
  const one = parseId(DELETE.exec(intent)?.[1]);
  if (one === null) return null;
  return { intent: "delete", rows: rows.filter(({ studentKey }) => studentKey === one) } as const;
}

function changesTo(rows: readonly RosterRow[], employeeId: number | null) {
  return employeeId === null ? [] : rows.map((row) => ({ ...row, employeeId }));
}

function changed(row: RosterRow, fields: Fields) {
  const employeeId = idIn(fields, `t-${row.studentKey}`);
  return employeeId === null || employeeId === row.was ? [] : [{ ...row, employeeId }];
}

function idIn(fields: Fields, name: string): number | null {
  return parseId(String(fields[name] ?? ""));
}

/** Returns the teacher that was requested for a rejected row, as the value of the row's select, or null. */
export function findWantedTeacher(reply: FormReply | null, key: number): string | null {
  const post = parseRosterPost(reply?.initialValue ?? {});
  const changes = post?.intent === "save" ? post.changes : [];
  const change = changes.find(({ studentKey }) => studentKey === key);
  return change ? String(change.employeeId) : null;
}

/**
 * The prefix of the field with an error: `t` is the chosen teacher, `w` is the earlier teacher, and `s` is the
 * student.
 */
export const REFUSAL_FIELD_PREFIXES = { lesson: "t", changed: "w", gone: "s" } as const;

/** The reason why a row was not saved. `who` is the name of a student whose row is no longer on the page. */
export type RefusedRosterRow = { cause: keyof typeof REFUSAL_FIELD_PREFIXES; who: string; reason: string };

const ROW_ERROR = /^([tws])-([1-9]\d{0,8})$/;

export function findRosterRefusals(reply: FormReply | null): ReadonlyMap<number, RefusedRosterRow> {
  const refusals = new Map<number, RefusedRosterRow>();
  for (const [name, messages] of Object.entries(reply?.error ?? {})) {
    const [, field, key] = ROW_ERROR.exec(name) ?? [];
    const cause = (["lesson", "changed", "gone"] as const).find(
      (item) => REFUSAL_FIELD_PREFIXES[item] === field,
    );
    const [who = "", ...reason] = (messages?.[0] ?? "").split(": ");
    if (cause) refusals.set(Number(key), { cause, who, reason: reason.join(": ") });
  }
  return refusals;
}
