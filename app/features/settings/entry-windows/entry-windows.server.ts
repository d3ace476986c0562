import { z } from "zod";
import { formSucceeded, rejected, checkVersion, type FormOutcome } from "#access/forms/answer-form.server.ts";
import {
  calendarDayFieldSchema,
  requiredLineSchema,
  rowIdSchema,
  versionOrNewSchema,
} from "#access/forms/form-values.schema.server.ts";
import { hasPermission } from "#access/permissions.ts";
import type { Visit } from "#access/session.server.ts";
import { requireTerm } from "#access/visible.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { countOpenCorrections } from "#db/queries/entry/entry-corrections.ts";
import * as entry from "#db/queries/entry/entry-windows.ts";
import { formatClockTime, toCalendarDay, formatDate, formatDateAndTime } from "#domain/dates.ts";
import { ENTRY_KINDS, type EntryKind } from "#domain/entry/windows.ts";
import { formatActorName, formatRegisterName, formatShortName } from "#domain/names.ts";
import { parseId } from "#domain/paths.ts";
import { parseTypedMoment } from "#domain/text/read-day.ts";
import { termChoice } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import { notFound } from "#runtime/errors.ts";
import {
  entryWindowsUrl,
  MAX_EXTENSION_REASON_LENGTH,
  percentOfTerm,
  describeEntryWindow,
  listWeekLabels,
} from "./entry-windows.rules.ts";

const NOTICE_SECONDS = 5;

export type EntryWindowsView = Awaited<ReturnType<typeof loadEntryWindows>>;
export type EntryWindowView = ReturnType<typeof windowView>;
export type EntryExtensionView = ReturnType<typeof moreTimeView>;

/**
 * Loads the entry windows of a term and the teachers who have more time.
 * @throws notFound
 */
export async function loadEntryWindows({ person, school }: Visit, query: URLSearchParams) {
  const { term, terms } = await requireTerm(parseId(query.get("term")), noTransaction);
  const academicTermId = term.academic_term_id;
  const [rows, extensions, teachers, calendar, openCorrections] = await Promise.all([
    entry.listEntryWindows({ academicTermId }, noTransaction),
    entry.listEntryExtensions({ academicTermId }, noTransaction),
    entry.listTeachersForExtension(noTransaction),
    loadSchoolCalendar(noTransaction),
    // Only administrators open past terms, so only they get the tab for corrections.
    hasPermission(person, "admin") ? countOpenCorrections(noTransaction) : null,
  ]);
  const dates = calendar.terms.find(({ academic_term_id }) => academic_term_id === academicTermId);
  const span = { from: dates?.term_start ?? calendar.today, to: dates?.term_end ?? calendar.today };
  const windows = ENTRY_KINDS.map((kind) => windowView(kind, rows, school.timeZone));
  const isNow = span.from <= calendar.today && calendar.today <= span.to;
  return {
    term: termChoice(term),
    terms: terms.map(termChoice),
    openCorrections,
    weeks: listWeekLabels(span),
    /** The position of today on the timeline of the term, in percent; null outside the term. */
    today: isNow ? percentOfTerm(span, localMoment(now(), school.timeZone)) : null,
    bars: windows.map((window) => barOf(window, span)),
    windows,
    moreTime: extensions.map((row) => moreTimeView(row, school.timeZone)),
    teachers: teachers.map((row) => ({ id: row.employee_id, name: formatRegisterName(row) })),
  };
}

/** Returns a date and time in the school's time zone, such as `2026-07-01T16:00`. */
function localMoment(moment: string | Date, timeZone: string): string {
  return `${toCalendarDay(moment, timeZone)}T${formatClockTime(moment, timeZone)}`;
}

/** Returns one entry window for the page. The version is 0 if no dates are stored. */
function windowView(kind: EntryKind, rows: readonly entry.EntryWindowRow[], timeZone: string) {
  const row = rows.find((item) => item.kind === kind);
  const dates = row ? { state: row.state, opens: row.opens, closes: row.closes, timeZone } : null;
  return {
    kind,
    version: row?.version ?? 0,
    dates,
    opens: row?.opens ? toCalendarDay(row.opens, timeZone) : "",
    closes: row?.closes ? localMoment(row.closes, timeZone) : "",
    ...describeEntryWindow(kind, dates, now()),
  };
}

function barOf({ kind, dates, opens, closes }: EntryWindowView, span: { from: string; to: string }) {
  if (dates === null) return { kind, bar: null };
  return {
    kind,
    bar: { from: opens ? percentOfTerm(span, opens) : 0, to: closes ? percentOfTerm(span, closes) : 100 },
  };
}

function moreTimeView(row: entry.EntryExtensionRow, timeZone: string) {
  const { user_name, first_name, last_name } = row.given_by;
  const by = formatActorName({ user_name, first_name, last_name });
  return {
    id: row.entry_extension_id,
    name: formatShortName(row),
    kind: row.kind,
    until: formatDateAndTime(row.until, timeZone),
    why: `${row.reason}. ${by}, ${formatDate(toCalendarDay(row.given_at, timeZone))}`,
    isOver: row.is_over,
  };
}

/** A date and time as typed or as sent by a browser, converted to the form `2026-09-07T16:00`. */
const moment = z
  .string()
  .transform((typed) => parseTypedMoment(typed) ?? "")
  .refine(
    (read) => read >= "2000-01-01" && read < "2100-01-01",
    "Enter a date and time, like 7 September 2026, 16:00.",
  );

const kind = z.enum(["marks", "reports"] satisfies EntryKind[]);
const TEACHER = "Choose a teacher.";

export type EntryWindowsInput = z.input<typeof EntryWindowsFormSchema>;

export const EntryWindowsFormSchema = z.discriminatedUnion("intent", [
  z
    .object({
      intent: z.literal("window"),
      term: rowIdSchema,
      kind,
      version: versionOrNewSchema,
      opens: calendarDayFieldSchema().optional(),
      closes: moment.optional(),
    })
    .superRefine(({ opens, closes }, { addIssue }) => {
      if (opens && closes && closes <= `${opens}T00:00`)
        addIssue({
          code: "custom",
          path: ["closes"],
          message: "The end is before the start. Enter a later date and time.",
        });
    }),
  z.object({
    intent: z.literal("give"),
    term: rowIdSchema,
    kind,
    employee: z
      .string(TEACHER)
      .regex(/^[1-9]\d{0,8}$/, TEACHER)
      .transform(Number),
    until: z.string("Enter the date and time when the extra time ends.").pipe(moment),
    reason: requiredLineSchema(
      MAX_EXTENSION_REASON_LENGTH,
      "Enter the reason. It appears beside the teacher’s name.",
    ),
  }),
  z.object({ intent: z.literal("end"), term: rowIdSchema, extension: rowIdSchema }),
]);

type Submitted = z.output<typeof EntryWindowsFormSchema>;
type Intent<Name> = Extract<Submitted, { intent: Name }>;

/** Sets an entry window, gives a teacher more time, or ends that extension. @throws notFound */
export function changeEntryWindows(visit: Visit, input: Submitted): Promise<FormOutcome> {
  switch (input.intent) {
    case "window":
      return setDates(visit, input);
    case "give":
      return giveMoreTime(visit, input);
    case "end":
      return endMoreTime(visit, input);
  }
}

/** Saves the dates of an entry window. Without both dates, entry is possible at any time. */
function setDates(
  { person, school }: Visit,
  { term: academicTermId, kind, version, opens, closes }: Intent<"window">,
) {
  return transaction(person, async (t) => {
    await requireTerm(academicTermId, t);
    await entry.lockEntryWindows({ academicTermId }, t);
    const before = await findWindow({ academicTermId, kind }, t);
    const words = changedWords(before, school.timeZone);
    checkVersion({ opened: version, current: before?.version ?? 0 }, words);
    const dates = { opens: opens ?? null, closes: closes ?? null };
    await entry.saveEntryWindow({ academicTermId, kind, ...dates }, t);
    const isSet = opens !== undefined || closes !== undefined;
    return saved(academicTermId, isSet ? `Dates for ${kind} saved` : `Dates for ${kind} removed`);
  });
}

async function giveMoreTime(
  { person, school }: Visit,
  { term: academicTermId, kind, employee: employeeId, until, reason }: Intent<"give">,
) {
  if (until <= localMoment(now(), school.timeZone)) {
    return rejected({ until: "This time has already passed. Enter a later date and time." });
  }
  return transaction(person, async (t) => {
    await requireTerm(academicTermId, t);
    await entry.lockEntryWindows({ academicTermId }, t);
    if (!(await findWindow({ academicTermId, kind }, t)))
      return rejected({ kind: `No dates are set for ${kind}, so they can be entered at any time.` });
    const given = { academicTermId, kind, employeeId, until, reason, accountId: person.accountId };
    const teacher = await entry.createEntryExtension(given, t);
    if (!teacher) return rejected({ employee: TEACHER });
    return saved(academicTermId, `More time given to ${formatShortName(teacher)}`);
  });
}

function endMoreTime({ person }: Visit, { term: academicTermId, extension: extensionId }: Intent<"end">) {
  return transaction(person, async (t) => {
    const teacher = await entry.endEntryExtension({ academicTermId, extensionId }, t);
    if (!teacher) throw notFound("This extra time has already ended. Reload the page.");
    return saved(academicTermId, `More time for ${formatShortName(teacher)} ended`);
  });
}

function saved(academicTermId: number, message: string) {
  return formSucceeded(entryWindowsUrl(academicTermId), message, { seconds: NOTICE_SECONDS });
}

async function findWindow(
  { academicTermId, kind }: { academicTermId: number; kind: EntryKind },
  t: Transaction,
): Promise<entry.EntryWindowRow | null> {
  const windows = await entry.listEntryWindows({ academicTermId }, t);
  return windows.find((window) => window.kind === kind) ?? null;
}

function changedWords(present: entry.EntryWindowRow | null, timeZone: string): string {
  const from = present?.opens ? ` from ${formatDate(toCalendarDay(present.opens, timeZone))}` : "";
  const to = present?.closes ? ` to ${formatDateAndTime(present.closes, timeZone)}` : "";
  const words = present ? `They are now${from}${to}.` : "There are no dates now.";
  return `These dates were changed while you had them open. ${words} Save again to use your version instead.`;
}
