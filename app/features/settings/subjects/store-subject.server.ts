import { parseForm } from "#access/posted-form.server.ts";
import { transaction, type Transaction } from "#db/index.ts";
import * as subjects from "#db/queries/school-subjects.ts";
import { MESSAGES } from "#domain/messages.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { notStored, notStoredOver, versionIn, type Stored } from "../stored.server.ts";
import { SubjectForm } from "./subject.schema.server.ts";

const REPEATED = "Another subject has this title.";

/** Without `subjectId` a new one; without `version`, which a call does not send, whatever it was before. */
export type AskedSubject = { subjectId: number | null; title: string; abbr: string; version: number | null };

type Taken = { ok: false; status: 422; errors: { title: string } };
/** `version`: what it is now, which the answer says. */
type Stale = { ok: false; status: 409; errors: { title: string }; version: number };
export type Saved = { ok: true; subjectId: number } | Taken | Stale;

const TAKEN: Taken = { ok: false, status: 422, errors: { title: REPEATED } };

/** What the row of the list was sent with. @throws notFound as `saveSubject` */
export async function postSubject(person: Person, subjectId: number | null, form: FormData): Promise<Stored> {
  const parsed = parseForm(form, SubjectForm);
  if (!parsed.ok) return notStored(422, form, parsed.errors);
  const version = subjectId === null ? null : versionIn(form);
  const saved = await saveSubject(person, { ...parsed.value, subjectId, version });
  if (saved.ok) return { ok: true, words: MESSAGES.subjectSaved };
  return saved.status === 409
    ? notStoredOver(saved.version, form, saved.errors)
    : notStored(saved.status, form, saved.errors);
}

/** @throws notFound for a subject that is gone */
export function saveSubject(person: Person, { subjectId, version, ...named }: AskedSubject): Promise<Saved> {
  return transaction(person, async (t) => {
    await subjects.lockSubjectTitles(t);
    const now = subjectId === null ? null : await known(subjectId, t);
    if (now && version !== null && now.version !== version) return staleBeside(now);
    if (await subjects.isTitleTaken({ ...named, exceptId: subjectId }, t)) return TAKEN;
    if (subjectId === null) return { ok: true, subjectId: await subjects.addSubject(named, t) };
    await subjects.changeSubject(subjectId, named, t);
    return { ok: true, subjectId };
  });
}

/** What anything names is retired: no longer offered, and kept on records. @throws notFound */
export function deleteSubject(person: Person, subjectId: number): Promise<{ words: string }> {
  return transaction(person, async (t) => {
    const { title } = await known(subjectId, t);
    if (await subjects.isSubjectUsed(subjectId, t)) {
      await subjects.changeSubject(subjectId, { is_active: false }, t);
    } else {
      await subjects.removeSubject(subjectId, t);
    }
    return { words: `${title} deleted` };
  });
}

/** A retired subject is offered again. @throws notFound */
export function bringBackSubject(person: Person, subjectId: number): Promise<{ ok: boolean; words: string }> {
  return transaction(person, async (t) => {
    await subjects.lockSubjectTitles(t);
    const { title } = await known(subjectId, t);
    if (await subjects.isTitleTaken({ title, exceptId: subjectId }, t)) {
      return { ok: false, words: `${title} was not brought back: ${REPEATED}` };
    }
    await subjects.changeSubject(subjectId, { is_active: true }, t);
    return { ok: true, words: `${title} brought back` };
  });
}

async function known(subjectId: number, t: Transaction): Promise<subjects.SchoolSubject> {
  const subject = await subjects.lockSubject(subjectId, t);
  if (!subject) throw notFound("This subject was deleted in the meantime.");
  return subject;
}

function staleBeside({ title, abbr, version }: subjects.SchoolSubject): Stale {
  const words = `Somebody changed this subject in the meantime. It is now: ${title}, ${abbr}.`;
  return { ok: false, status: 409, errors: { title: words }, version };
}
