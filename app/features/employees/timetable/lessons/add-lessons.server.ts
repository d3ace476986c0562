import { z } from "zod";
import { formSucceeded, rejected, stale, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { logOwnTeachingChange } from "#access/own-teaching.server.ts";
import { noTransaction, type ReadTransaction } from "#db/index.ts";
import { listCurrentEmployees } from "#db/queries/employees.ts";
import { handOverLessons, lockColleagues } from "#db/queries/people/leaving.ts";
import { listActiveSubjects } from "#db/queries/school-subjects.ts";
import {
  findYearBefore,
  listLessonsToCopy,
  listTaughtLessons,
  listTimetableSources,
  type LessonToCopy,
  type TaughtLesson,
  type TimetableSource,
} from "#db/queries/timetable/lessons-to-add.ts";
import {
  listClassesWithFormTeacher,
  type ClassWithFormTeacher,
} from "#db/queries/timetable/teacher-class.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { formatRegisterName, formatShortName } from "#domain/names.ts";
import { ACTIVE_EMPLOYEE } from "#domain/people/employees.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { yearLabel } from "#domain/terms.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { itemNotFound } from "#runtime/errors.ts";
import { formatLessonTitles, getCurrentYear, lockCurrentEmployee } from "../timetable-of.server.ts";
import { addLesson } from "./save-lesson.server.ts";

/** The choice in the dialog: a subject for several classes, or the timetable of somebody in a year. */
type LessonsOf = { subjectId: number } | { source: Source } | null;
type Source = { employeeId: number; academicYearId: number };

function parseLessonsOf(query: URLSearchParams): LessonsOf {
  const subjectId = parseId(query.get("subject"));
  if (subjectId !== null) return { subjectId };
  const [employeeId = null, academicYearId = null] = (query.get("from") ?? "").split("-").map(parseId);
  return employeeId !== null && academicYearId !== null ? { source: { employeeId, academicYearId } } : null;
}

export type LessonsToAddView = Awaited<ReturnType<typeof loadLessonsToAdd>>;

/** Loads the lessons that can be added at once. @throws notFound for a former employee */
export async function loadLessonsToAdd(employeeId: number, query: URLSearchParams) {
  const t = noTransaction;
  const { academic_year_id: academicYearId } = await getCurrentYear(t);
  const [[employee], subjects, lastYearId] = await Promise.all([
    listCurrentEmployees({ only: employeeId }, t),
    listActiveSubjects(t),
    findYearBefore(academicYearId, t),
  ]);
  if (!employee) throw itemNotFound("employee’s record", "employee");
  const sources = await listTimetableSources({ employeeId, academicYearId, lastYearId }, t);
  const of = parseLessonsOf(query);
  return {
    teacher: formatShortName(employee),
    subjects: subjects.map(({ subject_id, title }) => ({ value: String(subject_id), label: title })),
    subject: of && "subjectId" in of ? String(of.subjectId) : "",
    sources: sources.map((source) => ({ value: sourceKey(source), label: sourceLabel(source, employeeId) })),
    source:
      of && "source" in of
        ? sourceKey({
            ...of.source,
            employee_id: of.source.employeeId,
            academic_year_id: of.source.academicYearId,
          })
        : "",
    offers: (await listOffers({ employeeId, academicYearId }, { of, sources }, t)).map(
      ({ subjectId, classId, label, note, isOffered, isTicked }) => ({
        key: `${subjectId}-${classId}`,
        label,
        note,
        isOffered,
        isTicked,
      }),
    ),
  };
}

function sourceKey(source: Pick<TimetableSource, "employee_id" | "academic_year_id">): string {
  return `${source.employee_id}-${source.academic_year_id}`;
}

function sourceLabel(source: TimetableSource, employeeId: number): string {
  const who =
    source.employee_id === employeeId
      ? "Own timetable"
      : `${formatRegisterName({ lastName: source.last_name, firstName: source.first_name })}${source.employee_status_id === ACTIVE_EMPLOYEE ? "" : ", who left"}`;
  return `${who}, ${yearLabel(source.academic_year_id)} (${formatCountOf(source.lessons, "lesson")})`;
}

/** A lesson to add. `handedOver` is the open lesson of somebody who left, which is handed over with its marks. */
type Offer = {
  subjectId: number;
  classId: number;
  byChoice: boolean;
  label: string;
  note: string;
  isOffered: boolean;
  isTicked: boolean;
  handedOver: { lessonId: number; leaverId: number } | null;
};

type Found = { of: LessonsOf; sources: readonly TimetableSource[] };
type OfYear = { employeeId: number; academicYearId: number };

async function listOffers(
  { employeeId, academicYearId }: OfYear,
  { of, sources }: Found,
  t: ReadTransaction,
): Promise<Offer[]> {
  if (!of) return [];
  const classes = await listClassesWithFormTeacher({ academicYearId, formClassId: null }, t);
  const subjectId = "subjectId" in of ? of.subjectId : null;
  const taught = await listTaughtLessons({ academicYearId, subjectId }, t);
  if ("subjectId" in of)
    return classes.map((item) =>
      offerOf(
        { subjectId: of.subjectId, classId: item.class_id, byChoice: false, label: item.label },
        { employeeId, taught, isCopied: false },
      ),
    );
  const source = sources.find(
    (item) => sourceKey(item) === `${of.source.employeeId}-${of.source.academicYearId}`,
  );
  if (!source) return [];
  const lessons = await listLessonsToCopy(of.source, t);
  const isLeaver =
    source.employee_status_id !== ACTIVE_EMPLOYEE && source.academic_year_id === academicYearId;
  const offers = lessons.map((lesson) => {
    const label = `${lesson.subject}, ${lesson.class_label}`;
    const target = classOfThisYear(lesson, { classes, employeeId });
    if (!target) return unplaced(lesson, label);
    const offer = { subjectId: lesson.subject_id, classId: target.class_id, byChoice: lesson.by_choice };
    const handedOver =
      isLeaver && !lesson.is_over ? { lessonId: lesson.lesson_id, leaverId: source.employee_id } : null;
    const of = target.label === lesson.class_label ? label : `${lesson.subject}, ${target.label}`;
    return { ...offerOf({ ...offer, label: of }, { employeeId, taught, isCopied: true }), handedOver };
  });
  return withoutRepeats(offers);
}

/** Drops repeated offers of a subject in a class, because two classes of last year can be one class this year. */
function withoutRepeats(offers: readonly Offer[]): Offer[] {
  const isFirst = (offer: Offer) =>
    offer === offers.find((item) => item.subjectId === offer.subjectId && item.classId === offer.classId);
  return offers.filter((offer) => offer.classId === 0 || isFirst(offer));
}

/**
 * Finds this year's class of the same form class: the class with the same label, the only class, or the class of
 * which the employee is form teacher.
 */
function classOfThisYear(
  { class_label, form_class_id }: LessonToCopy,
  { classes, employeeId }: { classes: readonly ClassWithFormTeacher[]; employeeId: number },
): ClassWithFormTeacher | undefined {
  const alike = classes.filter((item) => item.form_class_id === form_class_id);
  return (
    alike.find(({ label }) => label === class_label) ??
    (alike.length === 1 ? alike[0] : alike.find(({ lead }) => lead?.employee_id === employeeId))
  );
}

function unplaced({ subject_id: subjectId, by_choice: byChoice }: LessonToCopy, label: string): Offer {
  const note = "The school does not have this class this year";
  return {
    subjectId,
    classId: 0,
    byChoice,
    label,
    note,
    isOffered: false,
    isTicked: false,
    handedOver: null,
  };
}

type Offered = Pick<Offer, "subjectId" | "classId" | "byChoice" | "label">;
type Judging = { employeeId: number; taught: readonly TaughtLesson[]; isCopied: boolean };

/**
 * Builds an offered lesson, with a note about who already teaches the subject in the class. A copied lesson that nobody
 * teaches is ticked.
 */
function offerOf(offered: Offered, { employeeId, taught, isCopied }: Judging): Offer {
  const there = taught.filter(
    ({ subject_id, class_id }) => subject_id === offered.subjectId && class_id === offered.classId,
  );
  const isOwn = there.some(({ employee_id }) => employee_id === employeeId);
  const others = there.map((lesson) => formatShortName(lesson)).join(", ");
  const note = isOwn
    ? "Already in this timetable"
    : others && `${others} ${there.length === 1 ? "teaches" : "teach"} this lesson`;
  return {
    ...offered,
    note,
    isOffered: !isOwn,
    isTicked: isCopied && there.length === 0,
    handedOver: null,
  };
}

export const AddLessonsFormSchema = z.object({
  lesson: z.record(z.string(), z.string()).default({}),
  by_choice: z.boolean().default(false),
  lessons: z.string().optional(),
  /** The lessons that the page showed as taught by nobody: `33-12 33-13`. */
  free: z.string().default(""),
});

type Submitted = {
  employeeId: number;
  query: URLSearchParams;
  input: z.output<typeof AddLessonsFormSchema>;
  url: string;
};

/** Finds a lesson that got a teacher after the page was opened, so that a second teacher is never added unseen. */
function findTakenSince(ticked: readonly Offer[], free: readonly string[]): Offer | undefined {
  return ticked.find(
    ({ note, subjectId, classId }) => note !== "" && free.includes(`${subjectId}-${classId}`),
  );
}

/** Adds all ticked lessons to a timetable, or none. @throws notFound for a former employee */
export function addLessons(
  person: Person,
  { employeeId, query, input, url }: Submitted,
): Promise<FormOutcome> {
  return termTransaction(person, async (t) => {
    const of = parseLessonsOf(query);
    // Somebody who left cannot be brought back while the lessons are handed over.
    if (of && "source" in of) await lockColleagues([employeeId, of.source.employeeId], t);
    await lockCurrentEmployee(employeeId, t);
    const { academic_year_id: academicYearId } = await getCurrentYear(t);
    const lastYearId = await findYearBefore(academicYearId, t);
    const sources = await listTimetableSources({ employeeId, academicYearId, lastYearId }, t);
    const offers = await listOffers({ employeeId, academicYearId }, { of, sources }, t);
    const ticked = offers.filter(
      ({ subjectId, classId, isOffered }) =>
        isOffered && input.lesson[`${subjectId}-${classId}`] !== undefined,
    );
    if (ticked.length === 0) return rejected({ lessons: "Select at least one lesson." });
    const taken = findTakenSince(ticked, input.free.split(" "));
    if (taken) return stale(`${taken.label}: ${taken.note} now. Check the lessons, then try again.`);
    for (const { subjectId, classId, byChoice, handedOver } of ticked) {
      if (handedOver) continue;
      const isByChoice = byChoice || input.by_choice;
      const fault = await addLesson({ employeeId, subjectId, classId, byChoice: isByChoice }, t);
      if (fault) return rejected({ lessons: fault.fault });
    }
    const handed = ticked.flatMap((offer) => offer.handedOver ?? []);
    for (const { leaverId, lessonId } of handed) {
      const classIds = ticked
        .filter((offer) => offer.handedOver?.lessonId === lessonId)
        .map(({ classId }) => classId);
      await handOverLessons({ leaverId, successorId: employeeId, classIds, lessonIds: [lessonId] }, t);
    }
    const pairs = ticked.map(({ subjectId, classId }) => `${subjectId}-${classId}`);
    await logOwnTeachingChange(
      person,
      { employeeId, what: () => formatLessonTitles({ employeeId, pairs }, t) },
      t,
    );
    return formSucceeded(url, `${formatCountOf(ticked.length, "lesson")} added.`);
  });
}
