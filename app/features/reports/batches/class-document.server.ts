import { createHash } from "node:crypto";
import { basename } from "node:path";
import { noTransaction } from "#db/index.ts";
import { getSchool } from "#db/queries/school.ts";
import type { BatchKind, PrintedCard, PrintedParts } from "#domain/documents/batches.ts";
import { registerName } from "#domain/names.ts";
import { formVersion, type DocumentData, type DocumentJob } from "#templates/index.ts";
import { begunTerm } from "../requested-classes.server.ts";
import { classMarkSheet } from "../classes/print-class-mark-sheet.server.ts";
import { cardsDocument } from "../print-report-card.server.ts";

export type ClassDocumentKey = {
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
