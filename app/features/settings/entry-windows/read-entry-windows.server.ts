import type { Visit } from "#access/session.server.ts";
import { requireTerm } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { schoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import {
  entryExtensions,
  entryWindows,
  teachersForMoreTime,
  type EntryWindowRow,
  type ExtensionRow,
} from "#db/queries/entry/entry-windows.ts";
import { clockTime, dayOf, formatDate, formatMoment } from "#domain/dates.ts";
import { ENTRY_KINDS, type EntryKind } from "#domain/entry/windows.ts";
import { actorName, registerName, shortName } from "#domain/names.ts";
import { idOf } from "#domain/paths.ts";
import { termChoice } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import {
  placeIn,
  stateWords,
  weeksOf,
  type Bar,
  type EntryWindows,
  type MoreTime,
  type ShownWindow,
} from "./entry-windows.rules.ts";

/** From and until when marks and reports of a term are entered, and who has longer. @throws notFound */
export async function readEntryWindows({ school }: Visit, query: URLSearchParams): Promise<EntryWindows> {
  const { term, terms } = await requireTerm(idOf(query.get("term")), noTransaction);
  const academicTermId = term.academic_term_id;
  const [windows, extensions, teachers, calendar] = await Promise.all([
    entryWindows({ academicTermId }, noTransaction),
    entryExtensions({ academicTermId }, noTransaction),
    teachersForMoreTime(noTransaction),
    schoolCalendar(noTransaction),
  ]);
  const dates = calendar.terms.find(({ academic_term_id }) => academic_term_id === academicTermId);
  const span = { from: dates?.term_start ?? calendar.today, to: dates?.term_end ?? calendar.today };
  const shown = ENTRY_KINDS.map((kind) => shownWindow(kind, windows, school.timeZone));
  const isNow = span.from <= calendar.today && calendar.today <= span.to;
  return {
    term: termChoice(term),
    terms: terms.map(termChoice),
    weeks: weeksOf(span),
    today: isNow ? placeIn(span, localMoment(now(), school.timeZone)) : null,
    bars: Object.fromEntries(shown.map((each) => [each.kind, barOf(each, span)])) as EntryWindows["bars"],
    windows: shown,
    moreTime: extensions.map((row) => moreTime(row, school.timeZone)),
    teachers: teachers.map((row) => ({ id: row.employee_id, name: registerName(row) })),
  };
}

/** As the school's clock shows it: `2026-07-01T16:00`. */
export function localMoment(moment: string | Date, timeZone: string): string {
  return `${dayOf(moment, timeZone)}T${clockTime(moment, timeZone)}`;
}

function shownWindow(kind: EntryKind, rows: readonly EntryWindowRow[], timeZone: string): ShownWindow {
  const row = rows.find((each) => each.kind === kind);
  const dates = row ? { state: row.state, opens: row.opens, closes: row.closes, timeZone } : null;
  return {
    kind,
    version: row?.version ?? 0,
    dates,
    opens: row?.opens ? dayOf(row.opens, timeZone) : "",
    closes: row?.closes ? localMoment(row.closes, timeZone) : "",
    ...stateWords(kind, dates, now()),
  };
}

function barOf({ dates, opens, closes }: ShownWindow, span: { from: string; to: string }): Bar | null {
  if (dates === null) return null;
  return { from: opens ? placeIn(span, opens) : 0, to: closes ? placeIn(span, closes) : 100 };
}

function moreTime(row: ExtensionRow, timeZone: string): MoreTime {
  const { user_name, first_name, last_name } = row.given_by;
  const by = actorName({ user_name, first_name, last_name });
  return {
    id: row.entry_extension_id,
    name: shortName(row),
    kind: row.kind,
    until: formatMoment(row.until, timeZone),
    why: `${row.reason}. ${by}, ${formatDate(dayOf(row.given_at, timeZone))}`,
    isOver: row.is_over,
  };
}
