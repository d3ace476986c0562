import { noTransaction } from "#db/index.ts";
import {
  listPrintedStudents,
  auditTrailFingerprint,
  type BatchItemRow,
  type BatchRow,
} from "#db/queries/batches/batches.ts";
import type { BatchKind, PrintedParts } from "#domain/documents/batches.ts";
import { toCalendarDay } from "#domain/dates.ts";
import { now } from "#runtime/clock.ts";
import { errorKind } from "#runtime/errors.ts";
import { classDocument, type ClassDocument, type ClassDocumentKey } from "./class-document.server.ts";

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
