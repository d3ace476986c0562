import { parseForm } from "#access/posted-form.server.ts";
import { requireTerm } from "#access/visible.server.ts";
import type { Visit } from "#access/session.server.ts";
import { transaction, type Transaction } from "#db/index.ts";
import * as entry from "#db/queries/entry/entry-windows.ts";
import { formatDate, formatMoment, dayOf } from "#domain/dates.ts";
import type { EntryKind } from "#domain/entry/windows.ts";
import { shortName } from "#domain/names.ts";
import { idOf } from "#domain/paths.ts";
import { now } from "#runtime/clock.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import { notStored, type Stored } from "../stored.server.ts";
import { MoreTimeForm, WindowForm } from "./entry-window.schema.server.ts";
import { localMoment } from "./read-entry-windows.server.ts";

/** Sets the dates of one kind, or takes them away. @throws notFound, badRequest */
export async function storeWindow({ person, school }: Visit, form: FormData): Promise<Stored> {
  const parsed = parseForm(form, WindowForm);
  if (!parsed.ok) return notStored(422, form, parsed.errors);
  const { kind, opens = null, closes = null } = parsed.value;
  const [academicTermId, version] = [termIn(form), versionIn(form)];
  return transaction(person, async (t) => {
    await requireTerm(academicTermId, t);
    await entry.lockEntryWindows({ academicTermId }, t);
    const before = await windowOf({ academicTermId, kind }, t);
    if ((before?.version ?? 0) !== version)
      return notStored(409, form, { closes: staleWords(before, school.timeZone) });
    await entry.storeEntryWindow({ academicTermId, kind, opens, closes }, t);
    const isSet = opens !== null || closes !== null;
    return { ok: true, words: isSet ? `Dates for ${kind} saved` : `No dates for ${kind} any more` };
  });
}

/** Gives one teacher longer, with the reason. @throws notFound, badRequest */
export async function storeMoreTime({ person, school }: Visit, form: FormData): Promise<Stored> {
  const parsed = parseForm(form, MoreTimeForm);
  if (!parsed.ok) return notStored(422, form, parsed.errors);
  const { kind, employee: employeeId, until, reason } = parsed.value;
  if (until <= localMoment(now(), school.timeZone))
    return notStored(422, form, { until: "This moment is over already." });
  const academicTermId = termIn(form);
  return transaction(person, async (t) => {
    await requireTerm(academicTermId, t);
    await entry.lockEntryWindows({ academicTermId }, t);
    if (!(await windowOf({ academicTermId, kind }, t)))
      return notStored(422, form, { kind: `No dates are set for ${kind}: they can be entered at any time.` });
    const given = { academicTermId, kind, employeeId, until, reason, accountId: person.accountId };
    const teacher = await entry.giveMoreTime(given, t);
    if (!teacher) return notStored(422, form, { employee: "Choose a teacher." });
    return { ok: true, words: `More time given to ${shortName(teacher)}` };
  });
}

/** From now on the dates are theirs too. @throws notFound where it was ended meanwhile, badRequest */
export function endMoreTime({ person }: Visit, form: FormData): Promise<Stored> {
  const [academicTermId, extensionId] = [termIn(form), idIn(form, "extension")];
  return transaction(person, async (t) => {
    const teacher = await entry.endMoreTime({ academicTermId, extensionId }, t);
    if (!teacher) throw notFound("This was ended in the meantime.");
    return { ok: true, words: `More time of ${shortName(teacher)} ended` };
  });
}

async function windowOf(
  { academicTermId, kind }: { academicTermId: number; kind: EntryKind },
  t: Transaction,
): Promise<entry.EntryWindowRow | null> {
  const windows = await entry.entryWindows({ academicTermId }, t);
  return windows.find((each) => each.kind === kind) ?? null;
}

function staleWords(now: entry.EntryWindowRow | null, timeZone: string): string {
  const from = now?.opens ? ` from ${formatDate(dayOf(now.opens, timeZone))}` : "";
  const to = now?.closes ? ` to ${formatMoment(now.closes, timeZone)}` : "";
  const words = now ? `They are now${from}${to}.` : "There are none any more.";
  return `Somebody changed these dates in the meantime. ${words} Save again to put yours in their place.`;
}

/** The term of the page. @throws badRequest */
export function termIn(form: FormData): number {
  return idIn(form, "term");
}

function idIn(form: FormData, name: string): number {
  const id = idOf(String(form.get(name)));
  if (id === null) throw badRequest();
  return id;
}

/** 0 where no dates were set. @throws badRequest */
function versionIn(form: FormData): number {
  const version = Number(form.get("version") ?? "none");
  if (!Number.isSafeInteger(version) || version < 0) throw badRequest();
  return version;
}
