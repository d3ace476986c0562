import { createHash } from "node:crypto";
import { basename } from "node:path";
import { noTransaction } from "#db/index.ts";
import {
  listPrintedStudents,
  auditTrailFingerprint,
  type BatchItemRow,
  type BatchRow,
} from "#db/queries/batches/batches.ts";
import { getSchool } from "#db/queries/school.ts";
import { toCalendarDay } from "#domain/dates.ts";
import type { BatchKind, PrintedCard, PrintedParts } from "#domain/documents/batches.ts";
import { registerName } from "#domain/names.ts";
import { now } from "#runtime/clock.ts";
import { errorKind } from "#runtime/errors.ts";
import { formVersion, type DocumentData, type DocumentJob } from "#templates/index.ts";
import { begunTerm } from "../requested-classes.server.ts";
import { classMarkSheet } from "../classes/print-class-mark-sheet.server.ts";
import { cardsDocument } from "../print-report-card.server.ts";

type ClassDocumentKey = {
  classId: number;
  academicTermId: number;
  /** The period's first sheet or the End of Term sheet; null for report cards. */
  assessment: 1 | 2 | null;
};

/** The document that a class would print now, with the hashes that a later reading is compared with. */
export type ClassDocument = {
  job: DocumentJob;
  /** A hash of all the content and of the form's version. */
  fingerprint: string;
  /** The hashes of each student's part, by student key. */
  printed: Record<string, PrintedParts>;
  /** The facts about each card that a cover lists, in the order of the cards. */
  cards: Omit<PrintedCard, "pages">[];
};

const READERS: Record<BatchKind, (key: ClassDocumentKey) => Promise<ClassDocument>> = {
  "report-card": readCards,
  "mark-sheet": readMarkSheet,
};

/** @throws notFound when the class has nobody to print */
export function classDocument(kind: BatchKind, key: ClassDocumentKey): Promise<ClassDocument> {
  return READERS[kind](key);
}

async function readCards({ classId, academicTermId }: ClassDocumentKey): Promise<ClassDocument> {
  const [term, school] = await Promise.all([begunTerm(academicTermId), getSchool(noTransaction)]);
  const key = { academicTermId, classIds: [classId], studentKey: null };
  const { data, students, changedSincePosted } = await cardsDocument(key, { term, school });
  const keys = students.map(({ student_key }) => student_key);
  const printed = partsByStudent(keys, data.cards.map(partsOfCard));
  const shared = [formVersion("report-card"), data.school, data.title];
  const job = { kind: "report-card", format: "pdf", data } as const;
  const cards = students.map((student) => ({
    name: registerName(student),
    isSigned: student.signed_at !== null,
    hasComment: student.teacher_comment.trim() !== "",
    changedSincePosted: changedSincePosted.has(student.student_key),
  }));
  return { job, printed, cards, fingerprint: hashOf([shared, printed]) };
}

async function readMarkSheet({
  classId,
  academicTermId,
  assessment,
}: ClassDocumentKey): Promise<ClassDocument> {
  const test = assessment === 1 ? "first" : "last";
  const input = { academicTermId, formClassId: "", employeeId: null, test, title: null } as const;
  const { data, studentKeys } = await classMarkSheet(input, async () => [classId]);
  const students = data.classes.flatMap((sheet) => sheet.students);
  const printed = partsByStudent(studentKeys, students.map(partsOfRow));
  const { printed: _when, classes, ...heading } = data;
  const shared = [
    formVersion("class-mark-sheet"),
    heading,
    classes.map((sheet) => ({ ...sheet, students: [] })),
  ];
  const job = { kind: "class-mark-sheet", format: "pdf", data } as const;
  return { job, printed, cards: [], fingerprint: hashOf([shared, printed]) };
}

/** Pairs students with their parts, which come in the same order. */
function partsByStudent(keys: readonly number[], parts: readonly PrintedParts[]): ClassDocument["printed"] {
  return Object.fromEntries(keys.map((key, index) => [key, parts[index] ?? {}]));
}

type SheetRow = DocumentData["class-mark-sheet"]["classes"][number]["students"][number];

function partsOfRow({ name, results, total, average, rank }: SheetRow): PrintedParts {
  return {
    Name: shortHash(name),
    Marks: shortHash(results),
    "Total and rank": shortHash([total, average, rank]),
  };
}

/** Hashes the parts of a card, each under the words that describe a change to the part. */
function partsOfCard(card: DocumentData["report-card"]["cards"][number]): PrintedParts {
  const { student, marks, attendance, behaviour, signature, closing, ...others } = card;
  const { teacherComment, principalComment, ...rest } = others;
  return {
    "Name and class": shortHash([student, rest]),
    Marks: shortHash(marks),
    Attendance: shortHash(attendance),
    Behaviour: shortHash(behaviour),
    [teacherComment.title]: shortHash(teacherComment.text),
    [principalComment.title]: shortHash(principalComment.text),
    Signature: shortHash(signature),
    Promotion: shortHash(closing),
  };
}

/** Twelve digits are enough to notice that a part changed. */
const SHORT = 12;

function shortHash(printed: unknown): string {
  return hashOf(printed).slice(0, SHORT);
}

function hashOf(printed: unknown): string {
  return createHash("sha256").update(JSON.stringify(printed, withoutFolder)).digest("hex");
}

/** Reduces the path of a picture to its name, because the folder may differ between processes. */
function withoutFolder(key: string, value: unknown): unknown {
  return (key === "picture" || key === "logo") && typeof value === "string" ? basename(value) : value;
}

/** A made document that differs from the stored data. */
export type ChangedItem = {
  itemId: number;
  classId: number;
  /** A moment shortly before the outdated data was read, as the database writes moments. */
  madeAt: string;
  students: { studentKey: number; what: string[] }[];
};

type Now = Pick<ClassDocument, "fingerprint" | "printed">;
/** Promises are cached, so that simultaneous requests for a page read each document once. */
type Known = { asOf: string; documents: Map<string, Promise<Now>> };

/** The documents read since the last change to the data, kept from page to page. */
let known: Known = { asOf: "", documents: new Map() };

export type Looking = {
  timeZone: string;
  /** True for a page that reloads each second during a run: the previous comparison is good enough. */
  mayBeOld: boolean;
};

/** Finds the documents that would differ if they were made now. */
export async function changedSince(
  { kind, academic_term_id: academicTermId, assessment }: BatchRow,
  items: readonly BatchItemRow[],
  looking: Looking,
): Promise<ChangedItem[]> {
  const documents = await documentsKnown(looking);
  const changed: { item: BatchItemRow; stored: Now }[] = [];
  for (const item of items.filter(({ state }) => state === "made")) {
    const key = { classId: item.class_id, academicTermId, assessment };
    const isSame = ({ fingerprint }: Now) => fingerprint === item.fingerprint;
    const stored = await asStored(documents, { kind, key, isGood: looking.mayBeOld ? isSame : () => true });
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

async function documentsKnown({ timeZone, mayBeOld }: Looking): Promise<Known["documents"]> {
  if (mayBeOld) return known.documents;
  const asOf = `${await auditTrailFingerprint(noTransaction)} ${toCalendarDay(now(), timeZone)}`;
  if (known.asOf !== asOf) known = { asOf, documents: new Map() };
  return known.documents;
}

/** `isGood` decides whether the cached reading is good enough. */
type Stored = { kind: BatchKind; key: ClassDocumentKey; isGood: (before: Now) => boolean };

async function asStored(documents: Known["documents"], { kind, key, isGood }: Stored): Promise<Now> {
  const name = [kind, key.academicTermId, key.classId, key.assessment].join(" ");
  const before = documents.get(name);
  if (before && isGood(await before)) return before;
  const reading = read(kind, key);
  documents.set(name, reading);
  reading.catch(() => documents.delete(name));
  return reading;
}

/** Reads a class's document. A class without students has nothing to print. */
async function read(kind: BatchKind, key: ClassDocumentKey): Promise<Now> {
  try {
    const { fingerprint, printed } = await classDocument(kind, key);
    return { fingerprint, printed };
  } catch (error) {
    if (errorKind(error) === "notFound") return { fingerprint: "", printed: {} };
    throw error;
  }
}

type Printed = Readonly<Record<string, PrintedParts>>;

/** Finds the students whose part differs, in no particular order. */
function changedStudents(before: Printed, after: Printed): ChangedItem["students"] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const what = whatChanged(before[key], after[key]);
    return what.length === 0 ? [] : [{ studentKey: Number(key), what }];
  });
}

function whatChanged(before: PrintedParts | undefined, after: PrintedParts | undefined): string[] {
  if (!before) return ["New in the class"];
  if (!after) return ["No longer in the class"];
  const parts = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...parts].filter((part) => before[part] !== after[part]);
}
