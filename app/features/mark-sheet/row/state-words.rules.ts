import { ATTENDANCE_SHORT, PRESENT } from "#domain/attendance.ts";
import { formatWhen } from "#domain/dates.ts";
import { YOURSELF } from "#saving/protocol/protocol.ts";
import type { Values } from "#fields/value.ts";
import type { ChangedField, RowResult } from "#saving/protocol/protocol.ts";
import { storedValues } from "#saving/client/row-state.ts";
import type { RowState, Issue } from "#saving/client/row-state.ts";
import type { Column, Columns } from "../sheet/columns.rules.ts";
import type { Sheet } from "../sheet/sheet.ts";
import { attendanceOf } from "./sheet-values.rules.ts";
import type { Counted } from "./sheet-values.rules.ts";

const SAVED_WORDS: Record<Exclude<Counted, "blank">, string> = {
  saved: "Saved",
  absent: "Saved, absent",
  noWork: "Saved, no work",
};

export function restingWords(counted: Counted, { main }: Columns): string {
  if (counted !== "blank") return SAVED_WORDS[counted];
  return main?.field === "mark" ? "No mark yet" : "No grade yet";
}

/** 'Was 64': what Escape and 'Put back' bring back. */
export function wordsBefore(state: RowState, columns: Columns): string {
  return valuesInWords(Object.keys(state.typed), storedValues(state), columns);
}

/** What these fields say between them: '72', 'Abs', 'B, 4'. */
export function valuesInWords(fields: readonly string[], values: Values, columns: Columns): string {
  return typedParts(fields, columns)
    .map(({ words }) => words(values))
    .join(", ");
}

/** What a colleague's change is about, part by part, each in both versions. */
export type Conflict = { title: string | null; from: string; theirs: string; yours: string };

type Changed = Extract<Issue, { kind: "changed" }>;

export function conflictsOf(state: RowState, { fields, theirs }: Changed, columns: Columns): Conflict[] {
  const read = { ...state.stored, ...valuesFrom(fields) };
  const yours = { ...read, ...state.typed };
  const parts = typedParts(
    fields.map(({ field }) => field),
    columns,
  );
  return parts.map(({ title, words }) => ({
    title: parts.length > 1 ? title : null,
    from: words(read),
    theirs: words(theirs.values),
    yours: words(yours),
  }));
}

/** 'Changed by C. Pierre at 10:41, from 67 to 76'; by oneself: 'You changed this on another page at 10:41: 64. Here: 46'. */
export function changedWords({ by, at }: Changed, conflicts: readonly Conflict[], clock: Clock): string {
  const when = formatWhen(at, clock);
  if (by === YOURSELF) return `You changed this on another page ${when}: ${ownWords(conflicts)}`;
  const changes = conflicts.map(
    ({ title, from, theirs }) => `${title ? `${title} ` : ""}from ${from} to ${theirs}`,
  );
  return [`Changed by ${by} ${when}`, ...changes].join(", ");
}

function ownWords(conflicts: readonly Conflict[]): string {
  const said = (choice: "theirs" | "yours") =>
    conflicts.map(({ title, [choice]: value }) => [title, value].filter(Boolean).join(" ")).join(", ");
  return `${said("theirs")}. Here: ${said("yours")}`;
}

type Clock = { timeZone: string; now: Date };

/** What a screen reader is told of a row that was not simply saved. */
export function answerWords(result: RowResult, { rows }: Pick<Sheet, "rows">): string {
  const name = rows.find(({ row }) => row === result.row)?.name ?? "";
  if (result.outcome === "refused") return `${name}: refused, ${result.reason}.`;
  if (result.outcome === "saved") return `${name}: saved.`;
  return result.by === YOURSELF
    ? `${name}: you changed it on another page, choose which to keep.`
    : `${name}: changed by ${result.by}, choose whose to keep.`;
}

type Part = { title: string; words: (values: Values) => string };

/** Attendance and what was earned are read as one: '72', 'Abs', 'blank'. */
function typedParts(fields: readonly string[], { main, extras }: Columns): Part[] {
  const isResult = (field: string) => field === "attendance" || field === main?.field;
  const others = extras.filter(({ field }) => fields.includes(field)).map(columnPart);
  return fields.some(isResult) ? [resultPart(main), ...others] : others;
}

function resultPart(main: Column | null): Part {
  const title = main?.title ?? "Attendance";
  return {
    title,
    words(values) {
      const attendance = attendanceOf(values);
      if (attendance !== PRESENT || !main) return ATTENDANCE_SHORT[attendance];
      return valueWords(values, main.field);
    },
  };
}

function columnPart({ field, title }: Column): Part {
  return { title, words: (values) => valueWords(values, field) };
}

function valueWords(values: Values, field: string): string {
  return String(values[field] ?? "blank");
}

function valuesFrom(fields: readonly ChangedField[]): Values {
  return Object.fromEntries(fields.map(({ field, from }) => [field, from]));
}
