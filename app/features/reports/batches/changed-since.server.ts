import { noTransaction } from "#db/index.ts";
import {
  printedInItems,
  stateOfRecord,
  type BatchItemRow,
  type BatchRow,
} from "#db/queries/batches/batches.ts";
import type { BatchKind, PrintedParts } from "#domain/documents/batches.ts";
import { dayOf } from "#domain/dates.ts";
import { now } from "#runtime/clock.ts";
import { kindOf } from "#runtime/errors.ts";
import { classDocument, type ClassDocument, type ClassDocumentKey } from "./class-document.server.ts";

/** What of a made document is not as it is stored now. */
export type ChangedItem = {
  itemId: number;
  classId: number;
  /** When what is out of date was stored, as the database writes a moment. */
  madeAt: string;
  /** Whose part changed, and what of it. */
  students: { studentKey: number; what: string[] }[];
};

type Now = Pick<ClassDocument, "fingerprint" | "printed">;
/** Those that are being read, too: a page that is asked for many times at once reads each once. */
type Known = { asOf: string; documents: Map<string, Promise<Now>> };

/** What was read while nothing has been changed since, for page after page. */
let known: Known = { asOf: "", documents: new Map() };

export type Looking = {
  timeZone: string;
  /** Of a page that comes each second while something is made: what was found last is good enough. */
  mayBeOld: boolean;
};

/** Which of these documents would not be the same again. */
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
    (await printedInItems({ itemIds }, noTransaction)).map((row) => [row.batch_item_id, row]),
  );
  return changed.map(({ item: { batch_item_id: itemId, class_id: classId }, stored }) => {
    const before = printed.get(itemId);
    const students = changedStudents(before?.printed ?? {}, stored.printed);
    return { itemId, classId, madeAt: before?.read_at ?? "", students };
  });
}

async function documentsKnown({ timeZone, mayBeOld }: Looking): Promise<Known["documents"]> {
  if (mayBeOld) return known.documents;
  const asOf = `${await stateOfRecord(noTransaction)} ${dayOf(now(), timeZone)}`;
  if (known.asOf !== asOf) known = { asOf, documents: new Map() };
  return known.documents;
}

/** `isGood`: whether what was read before will do. */
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

/** Of a class that has nobody any more nothing is left to print. */
async function read(kind: BatchKind, key: ClassDocumentKey): Promise<Now> {
  try {
    const { fingerprint, printed } = await classDocument(kind, key);
    return { fingerprint, printed };
  } catch (error) {
    if (kindOf(error) === "notFound") return { fingerprint: "", printed: {} };
    throw error;
  }
}

type Printed = Readonly<Record<string, PrintedParts>>;

/** Whose part is another one, in no order. */
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
