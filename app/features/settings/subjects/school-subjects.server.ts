import { z } from "zod";
import { formSucceeded, rejected, checkVersion } from "#access/forms/answer-form.server.ts";
import {
  requiredLineSchema,
  rowIdSchema,
  versionFieldSchema,
} from "#access/forms/form-values.schema.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import * as subjects from "#db/queries/school-subjects.ts";
import { MESSAGES } from "#domain/messages.ts";
import { LONGEST_ABBREVIATION, LONGEST_SUBJECT_TITLE } from "#domain/school/subject-names.ts";
import { formatShortName } from "#domain/names.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { badRequest, notFound } from "#runtime/errors.ts";
import {
  schoolSubjectsUrl,
  type SubjectDeletion,
  type SchoolSubjectsParams,
} from "./school-subjects.rules.ts";

const NOTICE = { seconds: 5 };

export type SchoolSubjectsView = Awaited<ReturnType<typeof loadSchoolSubjects>>;
export type SchoolSubjectView = SchoolSubjectsView["subjects"][number];

/** Loads all subjects of the school at once, because there are only a few dozen. */
export async function loadSchoolSubjects(query: URLSearchParams) {
  const params = parseSchoolSubjectsParams(query);
  const all = await subjects.listSubjectsWithUse(noTransaction);
  const [used, retired] = [
    all.filter(({ is_active }) => is_active),
    all.filter(({ is_active }) => !is_active),
  ];
  const isOfTab = (isActive: boolean) => isActive === (params.tab !== "retired");
  // The edited row stays in the list even if somebody else has retired its subject in the meantime.
  const shown = all.filter(({ is_active, subject_id }) => isOfTab(is_active) || subject_id === params.edit);
  return {
    ...params,
    counts: { "in use": used.length, retired: retired.length },
    subjects: shown.map(({ subject_id: id, is_active: _, ...subject }) => ({ id, ...subject })),
  };
}

const NO_SUBJECT = "This subject no longer exists. Choose a subject from the list.";

/** Loads the consequences of deleting a subject. @throws notFound for a retired or unknown subject */
export async function loadSubjectDeletion(subjectId: number): Promise<SubjectDeletion> {
  const subject = await subjects.findSubject(subjectId, noTransaction);
  if (!subject?.is_active) throw notFound(NO_SUBJECT);
  const [isUsed, { teachers, ...use }] = await Promise.all([
    subjects.isSubjectUsed(subjectId, noTransaction),
    subjects.countSubjectUse(subjectId, noTransaction),
  ]);
  return {
    ...use,
    title: subject.title,
    isUsed,
    teachers: teachers.map(({ lessons, ...teacher }) => ({ name: formatShortName(teacher), lessons })),
  };
}

export function parseSchoolSubjectsParams(query: URLSearchParams): SchoolSubjectsParams {
  const edit = query.get("edit");
  return {
    tab: query.get("show") === "retired" ? "retired" : "in use",
    edit: edit === "new" ? "new" : parseId(edit ?? undefined),
  };
}

export function parseSubjectId({ subjectId }: Record<string, string | undefined>): number {
  const id = parseId(subjectId);
  if (id === null) throw notFound(NO_SUBJECT);
  return id;
}

/** The names of a subject, shared by the form and the API. */
export const SubjectNames = z.object({
  title: requiredLineSchema(LONGEST_SUBJECT_TITLE, MESSAGES.fieldBlank),
  abbr: requiredLineSchema(LONGEST_ABBREVIATION, MESSAGES.fieldBlank),
});

export type SubjectsInput = z.input<typeof SubjectsFormSchema>;

/** Saving has no intent, because Enter in a field submits the form without pressing a button. */
export const SubjectsFormSchema = z.discriminatedUnion("intent", [
  SubjectNames.extend({ intent: z.undefined().optional(), version: versionFieldSchema.optional() }),
  z.object({ intent: z.literal("bring-back"), subject: rowIdSchema }),
]);

type Submitted = SchoolSubjectsParams & { input: z.output<typeof SubjectsFormSchema> };

/** Saves the edited subject, or makes a retired subject active again. @throws notFound, badRequest */
export async function changeSubjects(person: Person, { input, tab, edit }: Submitted) {
  if (input.intent === "bring-back") return bringBackSubject(person, { subjectId: input.subject, tab });
  if (edit === null) throw notFound(NO_SUBJECT);
  const { title, abbr, version } = input;
  if (edit !== "new" && version === undefined) throw badRequest();
  const subjectId = edit === "new" ? null : edit;
  const saved = await saveSubject(person, { subjectId, version: version ?? null, title, abbr });
  return saved.kind === "saved"
    ? formSucceeded(schoolSubjectsUrl({ tab }), MESSAGES.subjectSaved, NOTICE)
    : saved;
}

const REPEATED = "Another subject already has this title. Change one of the two titles.";

type NewSubject = {
  /** The subject to change; null for a new one. */
  subjectId: number | null;
  /** The version to change. Null changes any version, because an API call need not send it. */
  version: number | null;
  title: string;
  abbr: string;
};

/** Saves the names of a subject. @throws notFound for a subject that no longer exists */
export function saveSubject(person: Person, { subjectId, version, ...names }: NewSubject) {
  return transaction(person, async (t) => {
    await subjects.lockSubjectTitles(t);
    const present = subjectId === null ? null : await lockSubject(subjectId, t);
    if (present && version !== null)
      checkVersion({ opened: version, current: present.version }, { title: changedWords(present) });
    if (await subjects.isTitleTaken({ ...names, exceptId: subjectId }, t))
      return rejected({ title: REPEATED });
    if (subjectId === null)
      return { kind: "saved" as const, subjectId: await subjects.createSubject(names, t) };
    await subjects.updateSubject(subjectId, names, t);
    return { kind: "saved" as const, subjectId };
  });
}

/**
 * Deletes a subject. A subject in use is retired instead: it is no longer offered, but stays on existing records.
 * @throws notFound
 */
export function deleteSubject(person: Person, subjectId: number) {
  return transaction(person, async (t) => {
    const { title } = await lockSubject(subjectId, t);
    if (await subjects.isSubjectUsed(subjectId, t)) {
      await subjects.updateSubject(subjectId, { is_active: false }, t);
    } else {
      await subjects.deleteSubjectRow(subjectId, t);
    }
    return formSucceeded(schoolSubjectsUrl(), `${title} deleted`, NOTICE);
  });
}

/** Makes a retired subject active again. @throws notFound */
function bringBackSubject(
  person: Person,
  { subjectId, tab }: { subjectId: number; tab: SchoolSubjectsParams["tab"] },
) {
  return transaction(person, async (t) => {
    await subjects.lockSubjectTitles(t);
    const { title } = await lockSubject(subjectId, t);
    if (await subjects.isTitleTaken({ title, exceptId: subjectId }, t)) {
      const words = `${title} was not brought back. ${REPEATED}`;
      return formSucceeded(schoolSubjectsUrl({ tab }), words, { ...NOTICE, tone: "refused" });
    }
    await subjects.updateSubject(subjectId, { is_active: true }, t);
    return formSucceeded(schoolSubjectsUrl({ tab }), `${title} brought back`, NOTICE);
  });
}

async function lockSubject(subjectId: number, t: Transaction): Promise<subjects.SchoolSubject> {
  const subject = await subjects.lockSubject(subjectId, t);
  if (!subject)
    throw notFound("This subject was deleted while you had it open. If you still need it, add it again.");
  return subject;
}

function changedWords({ title, abbr }: subjects.SchoolSubject): string {
  return `This subject was changed while you had it open. It is now: ${title} (${abbr}). Save again to use your version instead.`;
}
