import { createHash } from "node:crypto";
import { noTransaction } from "#db/index.ts";
import {
  listPrintedStudents,
  auditTrailFingerprint,
  type BatchItemRow,
  type BatchRow,
} from "#db/queries/batches/batches.ts";
import { getSchool } from "#db/queries/school.ts";
import { toCalendarDay } from "#domain/dates.ts";
import type {
  BatchKind,
  BatchOptions,
  PrintedReportCard,
  PrintedPartHashes,
} from "#domain/documents/batches.ts";
import { formatRegisterName } from "#domain/names.ts";
import { now } from "#runtime/clock.ts";
import { errorKind, notFound } from "#runtime/errors.ts";
import { layoutVersion, type DocumentData, type DocumentJob } from "#templates/index.ts";
import {
  getBegunTerm,
  type FindVisibleClassIds,
  type FormClassTermRequest,
} from "../requested-classes.server.ts";
import { loadClassList, loadContactInformation } from "../lists/class-lists.server.ts";
import { loadIdCards, loadPictureList } from "../lists/class-pictures.server.ts";
import { loadAttendanceRegister } from "../print-attendance-register.server.ts";
import { loadRegistrationForms } from "../print-registration-forms.server.ts";
import { loadClassMarkSheet } from "../classes/print-class-mark-sheet.server.ts";
import { loadReportCards } from "../print-report-card.server.ts";
import { listChosenStudentKeys } from "./new-batch.server.ts";

type ClassDocumentKey = {
  classId: number;
  academicTermId: number;
  /** The mark sheets of the term's first assessment (1) or of the End of Term test (2); null for other kinds. */
  assessment: 1 | 2 | null;
  options: BatchOptions | null;
};

/** A class's document built from the current data, with hashes by which later changes are found. */
export type ClassDocument = {
  job: DocumentJob;
  /** A hash of all content and of the version of the template. */
  fingerprint: string;
  /** Hashes of the parts of each student's card, by student key. */
  printed: Record<string, PrintedPartHashes>;
  /** The details of each card that the cover lists, in the order of the cards. */
  cards: Omit<PrintedReportCard, "pages">[];
  /** The parts of students' records that the document contains, whose reading is logged. */
  views?: { studentKeys: readonly number[]; records: readonly ("family" | "medical")[] };
};

const READERS: Record<BatchKind, (key: ClassDocumentKey) => Promise<ClassDocument>> = {
  "report-card": readCards,
  "mark-sheet": readMarkSheet,
  "class-list": (key) => readList("class-list", key, loadClassList),
  "picture-list": (key) => readList("picture-list", key, loadPictureList),
  "contact-information": (key) =>
    readList("contact-information", key, (input, visible) =>
      loadContactInformation(input, visible, key.options?.withPersonal ?? false),
    ),
  "registration-form": readForms,
  "attendance-register": async ({ classId, options }) => {
    const of = { classId, month: options?.month ?? "" };
    const { data } = await loadAttendanceRegister(of, { employeeId: null, all: true });
    return plainDocument({ kind: "attendance-register", format: "pdf", data });
  },
  "id-cards": (key) => readList("id-cards", key, loadIdCards),
};

type ListKind = "class-list" | "picture-list" | "contact-information" | "id-cards";

type Loader<Kind extends ListKind> = (
  input: FormClassTermRequest,
  visible: FindVisibleClassIds,
) => Promise<{ data: DocumentData[Kind]; studentKeys?: readonly number[] }>;

async function readList<Kind extends ListKind>(
  kind: Kind,
  { classId, academicTermId }: ClassDocumentKey,
  load: Loader<Kind>,
): Promise<ClassDocument> {
  const input = { academicTermId, formClassId: "", employeeId: null };
  const { data, studentKeys } = await load(input, async () => [classId]);
  const job = { kind, format: "pdf", data } as unknown as DocumentJob;
  return plainDocument(job, studentKeys && { studentKeys, records: ["family"] });
}

/** Builds a document whose changes are not listed by student. The time of printing is not part of its fingerprint. */
function plainDocument(job: DocumentJob, views?: ClassDocument["views"]): ClassDocument {
  const { printed: _when, ...content } = job.data as { printed?: unknown };
  const document = { job, printed: {}, cards: [], fingerprint: hashOf([layoutVersion(job.kind), content]) };
  return views ? { ...document, views } : document;
}

async function readForms({ classId, options }: ClassDocumentKey): Promise<ClassDocument> {
  const filter = { classIds: [classId] };
  const input = { formClassId: "", employeeId: null };
  const loaded = await loadRegistrationForms(input, async () => filter, options?.withPersonal ?? false);
  const { data, students, studentKeys } = loaded;
  const { printed: _when, forms, ...heading } = data;
  const printed = partsByStudent(
    studentKeys,
    forms.map((form) => ({ Form: shortHash(form) })),
  );
  return {
    job: { kind: "registration-form", format: "pdf", data },
    printed,
    views: { studentKeys, records: ["medical", "family"] },
    fingerprint: hashOf([layoutVersion("registration-form"), heading, printed]),
    cards: students.map((student) => ({
      name: formatRegisterName(student),
      studentId: student.student_id,
      isSigned: false,
      hasComment: false,
      changedSincePosted: false,
    })),
  };
}

/**
 * Builds the document of a class from the current data.
 * @throws notFound when the class has nobody to print
 */
export function buildClassDocument(kind: BatchKind, key: ClassDocumentKey): Promise<ClassDocument> {
  return READERS[kind](key);
}

const NOBODY_CHOSEN =
  "The students chosen for this run have left this class, or their report cards no longer match your choice. Start a new print run.";

async function readCards({ classId, academicTermId, options }: ClassDocumentKey): Promise<ClassDocument> {
  const [term, school] = await Promise.all([getBegunTerm(academicTermId), getSchool(noTransaction)]);
  const key = { academicTermId, classIds: [classId], studentKey: null };
  const loaded = await loadReportCards(key, { term, school });
  const of = { classId, academicTermId, flavour: school.flavour };
  const { data, students } = chosenCards(loaded, await listChosenStudentKeys(options, of));
  const { changedSincePosted } = loaded;
  const keys = students.map(({ student_key }) => student_key);
  const printed = partsByStudent(keys, data.cards.map(partsOfCard));
  const shared = [layoutVersion("report-card"), data.school, data.title];
  const job = { kind: "report-card", format: "pdf", data } as const;
  const cards = students.map((student) => ({
    name: formatRegisterName(student),
    studentId: student.student_id,
    isSigned: student.signed_at !== null,
    hasComment: student.teacher_comment.trim() !== "",
    changedSincePosted: changedSincePosted.has(student.student_key),
  }));
  return { job, printed, cards, fingerprint: hashOf([shared, printed]) };
}

/** Leaves out the cards of students who were not chosen. @throws notFound when nobody is left */
function chosenCards(
  { data, students }: Awaited<ReturnType<typeof loadReportCards>>,
  chosen: ReadonlySet<number> | null,
): Pick<Awaited<ReturnType<typeof loadReportCards>>, "data" | "students"> {
  if (chosen === null) return { data, students };
  const isChosen = students.map(({ student_key }) => chosen.has(student_key));
  const own = students.filter((_student, index) => isChosen[index]);
  if (own.length === 0) throw notFound(NOBODY_CHOSEN);
  return { students: own, data: { ...data, cards: data.cards.filter((_card, index) => isChosen[index]) } };
}

async function readMarkSheet({
  classId,
  academicTermId,
  assessment,
}: ClassDocumentKey): Promise<ClassDocument> {
  const test = assessment === 1 ? "first" : "last";
  const input = { academicTermId, formClassId: "", employeeId: null, test, title: null } as const;
  const { data, studentKeys } = await loadClassMarkSheet(input, async () => [classId]);
  const students = data.classes.flatMap((sheet) => sheet.students);
  const printed = partsByStudent(studentKeys, students.map(partsOfRow));
  const { printed: _when, classes, ...heading } = data;
  const shared = [
    layoutVersion("class-mark-sheet"),
    heading,
    classes.map((sheet) => ({ ...sheet, students: [] })),
  ];
  const job = { kind: "class-mark-sheet", format: "pdf", data } as const;
  return { job, printed, cards: [], fingerprint: hashOf([shared, printed]) };
}

/** Pairs each student with the hashes of the student's parts. Both lists are in the same order. */
function partsByStudent(
  keys: readonly number[],
  parts: readonly PrintedPartHashes[],
): ClassDocument["printed"] {
  return Object.fromEntries(keys.map((key, index) => [key, parts[index] ?? {}]));
}

type SheetRow = DocumentData["class-mark-sheet"]["classes"][number]["students"][number];

function partsOfRow({ name, results, total, average, rank }: SheetRow): PrintedPartHashes {
  return {
    Name: shortHash(name),
    [MARKS_PART]: shortHash(results),
    "Total and rank": shortHash([total, average, rank]),
  };
}

type Card = DocumentData["report-card"]["cards"][number];

/** Hashes the parts of a card. The key of each hash is the text that describes a change to that part. */
function partsOfCard({
  student,
  marks,
  attendance,
  behaviour,
  signature,
  closing,
  ...others
}: Card): PrintedPartHashes {
  const { teacherComment, principalComment, teacherSignature, title, period, foot, ...more } = others;
  const { correction, slip, ...settings } = more;
  const { columns, groups, key, note, averages, compared, year, criteria, ...lookOfMarks } = marks;
  const cellsOf = (isMeant: (kind: Card["marks"]["columns"][number]["kind"]) => boolean) => {
    const rows = groups.flatMap((group) => group.rows);
    return rows.map(({ cells }) => cells.filter((_cell, index) => isMeant(columns[index]?.kind ?? "mark")));
  };
  const subjects = groups.map((group) => [
    group.title,
    group.rows.map(({ subject, teacher }) => [subject, teacher]),
  ]);
  const isOfClass = ({ label }: { label: string }) => label === CLASS_SIZE || label.startsWith(POSITION);
  const facts = student.facts.filter((fact) => !isOfClass(fact));
  const ofClass = student.facts.filter(isOfClass);
  const labels = ofClass.map(({ label }) => label);
  const isOption = ({ kind }: (typeof columns)[number]) => kind === "figure" || kind === "year";
  const figures = columns.filter(isOption);
  const tests = columns.filter((column) => !isOption(column));
  return {
    [NAME]: shortHash([student.name, student.picture, facts, title, period, foot]),
    [MARKS_PART]: shortHash([
      tests,
      subjects,
      cellsOf((kind) => kind !== "figure" && kind !== "year" && kind !== "grade"),
      averages,
      criteria,
    ]),
    [GRADES]: shortHash(cellsOf((kind) => kind === "grade")),
    [YEAR]: shortHash([year, cellsOf((kind) => kind === "year")]),
    [SCALE]: shortHash(key),
    [NOTES]: shortHash(note),
    [OF_CLASS]: shortHash([
      ofClass.map(({ value }) => value),
      cellsOf((kind) => kind === "figure"),
      compared,
    ]),
    // The names on the slip and below the teacher's line are part of the name and class.
    [SETTINGS]: shortHash([settings, lookOfMarks, figures, labels, teacherSignature?.role, slip?.lines]),
    Attendance: shortHash(attendance),
    Behaviour: shortHash(behaviour),
    [teacherComment.title]: shortHash(teacherComment.text),
    [principalComment.title]: shortHash(principalComment.text),
    Signature: shortHash([signature, correction]),
    Promotion: shortHash(closing.decision),
    [DATES]: shortHash([closing.next, closing.issued, slip?.title, slip?.before, slip?.instruction]),
  };
}

const NAME = "Name and class";
export const MARKS_PART = "Marks";
const GRADES = "Grades";
const YEAR = "Results of the year";
const SCALE = "Grade scale";
const NOTES = "Pass mark or notes on the marks";
const OF_CLASS = "Position or class figures";
const SETTINGS = "Settings of the report card";
const DATES = "Dates of the term";
const CLASS_SIZE = "Class size";
const POSITION = "Position in ";

/** The length of a shortened hash. Twelve digits are enough to notice a change. */
const SHORT = 12;

function shortHash(printed: unknown): string {
  return hashOf(printed).slice(0, SHORT);
}

function hashOf(printed: unknown): string {
  return createHash("sha256").update(JSON.stringify(printed).replace(FOLDER, '"$1":"')).digest("hex");
}

/** Matches the folder of a picture. Hashes leave the folder out, because it may differ between processes. */
const FOLDER = /"(picture|logo)":"[^"]*\//g;

/** A document that no longer matches the stored data. */
export type OutdatedBatchItem = {
  itemId: number;
  classId: number;
  /** A time shortly before the outdated data were read, in PostgreSQL's format. Changes are looked for from then on. */
  madeAt: string;
  students: { studentKey: number; what: string[] }[];
};

type Now = Pick<ClassDocument, "fingerprint" | "printed">;
/** Caches promises, so that simultaneous requests read each document only once. */
type Known = { asOf: string; documents: Map<string, Promise<Now>> };

/** The cache of documents read since the last change to the data. Requests share it. */
let known: Known = { asOf: "", documents: new Map() };

export type OutdatedCheckOptions = {
  timeZone: string;
  /** Whether an earlier comparison may be used, as on a page that reloads every second while a batch is running. */
  mayBeOld: boolean;
};

/** Finds the documents that would be different if they were made now. */
export async function findOutdatedItems(
  { kind, academic_term_id: academicTermId, assessment, options }: BatchRow,
  items: readonly BatchItemRow[],
  check: OutdatedCheckOptions,
): Promise<OutdatedBatchItem[]> {
  const documents = await documentsKnown(check);
  const changed: { item: BatchItemRow; stored: Now }[] = [];
  for (const item of items.filter(({ state }) => state === "made")) {
    const key = { classId: item.class_id, academicTermId, assessment, options };
    const isSame = ({ fingerprint }: Now) => fingerprint === item.fingerprint;
    const stored = await asStored(documents, { kind, key, isGood: check.mayBeOld ? isSame : () => true });
    if (!isSame(stored)) changed.push({ item, stored });
  }
  const itemIds = changed.map(({ item }) => item.batch_item_id);
  const printed = new Map(
    (await listPrintedStudents({ itemIds }, noTransaction)).map((row) => [row.batch_item_id, row]),
  );
  return changed.map(({ item: { batch_item_id: itemId, class_id: classId }, stored }) => {
    const before = printed.get(itemId);
    const students = changedStudents(before?.printed ?? {}, stored.printed);
    return { itemId, classId, madeAt: before?.read_at ?? "", students };
  });
}

async function documentsKnown({ timeZone, mayBeOld }: OutdatedCheckOptions): Promise<Known["documents"]> {
  if (mayBeOld) return known.documents;
  const asOf = `${await auditTrailFingerprint(noTransaction)} ${toCalendarDay(now(), timeZone)}`;
  if (known.asOf !== asOf) known = { asOf, documents: new Map() };
  return known.documents;
}

/** A document to read. `isGood` decides whether the cached document can be used. */
type Stored = { kind: BatchKind; key: ClassDocumentKey; isGood: (before: Now) => boolean };

async function asStored(documents: Known["documents"], { kind, key, isGood }: Stored): Promise<Now> {
  const name = JSON.stringify([kind, key]);
  const before = documents.get(name);
  if (before && isGood(await before)) return before;
  const reading = read(kind, key);
  documents.set(name, reading);
  reading.catch(() => documents.delete(name));
  return reading;
}

/** Reads the hashes of a class's current document. A class without students has nothing to print, and so no hashes. */
async function read(kind: BatchKind, key: ClassDocumentKey): Promise<Now> {
  try {
    const { fingerprint, printed } = await buildClassDocument(kind, key);
    return { fingerprint, printed };
  } catch (error) {
    if (errorKind(error) === "notFound") return { fingerprint: "", printed: {} };
    throw error;
  }
}

type Printed = Readonly<Record<string, PrintedPartHashes>>;

/** Finds the students whose parts differ, in no particular order. */
function changedStudents(before: Printed, after: Printed): OutdatedBatchItem["students"] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const what = whatChanged(before[key], after[key]);
    return what.length === 0 ? [] : [{ studentKey: Number(key), what }];
  });
}

function whatChanged(before: PrintedPartHashes | undefined, after: PrintedPartHashes | undefined): string[] {
  if (!before) return ["New in the class"];
  if (!after) return ["No longer in the class"];
  // The parts have other names if another version of Termbook made the document. The layout has changed then, but no
  // student's data.
  if (Object.keys(before).toSorted().join() !== Object.keys(after).toSorted().join()) return [];
  return namedOnce(Object.keys(after).filter((part) => before[part] !== after[part]));
}

/** Leaves out changes that follow from others: a grade differs because a mark or the grade scale changed. */
function namedOnce(parts: readonly string[]): string[] {
  const follows = [
    ...(parts.includes(SETTINGS) ? [OF_CLASS] : []),
    ...(parts.includes(SCALE) ? [GRADES] : []),
    ...([SETTINGS, MARKS_PART, OF_CLASS].some((part) => parts.includes(part)) ? [NOTES] : []),
    ...(parts.includes(SETTINGS) || parts.includes(NAME) ? [DATES] : []),
    ...(parts.includes(SETTINGS) || parts.includes(MARKS_PART) ? [YEAR] : []),
  ];
  const named = parts.filter((part) => !follows.includes(part));
  return [...new Set(named.map((part) => (part === GRADES ? MARKS_PART : part)))];
}
