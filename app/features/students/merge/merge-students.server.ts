import { nameSave } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import {
  addRows,
  changeRows,
  freeUnique,
  removeRows,
  studentsImage,
  type Image,
  type ImageRow,
} from "#db/queries/people/merges/images.ts";
import { insertMerge, keepImages } from "#db/queries/people/merges/merges.ts";
import { STUDENT_TABLES } from "#db/queries/people/merges/student-tables.ts";
import { storeStudentTab } from "#db/queries/people/student-tabs.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { MERGED } from "#domain/people/students.ts";
import type { Person } from "#domain/person.ts";
import type { FieldDifference, FieldGroup } from "./field-groups.server.ts";
import { judgeMerge, type Judged } from "./judge-merge.server.ts";
import { isSide, type NotMerged } from "./merge.ts";
import { previewOf } from "./show-merge.server.ts";
import type { Chosen, Keys, SlotPlan } from "./slots.server.ts";

type Asked = { keys: Keys; form: FormData; address: string };

export type Merged =
  { ok: true; mergeId: number; name: string } | { ok: false; status: 409 | 422; sent: NotMerged };

const CHANGED = "One of the records was changed since they were shown. Look at them again.";
const UNDECIDED = "Both records have something of the same. Say which of it stays.";

/**
 * Makes one record of two: what was chosen stands in the one that stays, with all that was the other's. Only what was
 * shown is merged, and only when every contradiction is decided. @throws notFound
 */
export function mergeStudents(person: Person, { keys, form, address }: Asked): Promise<Merged> {
  return termTransaction(person, async (t) => {
    const chosen = chosenIn(form);
    const judged = await judgeMerge(person, { keys, chosen, locked: true }, t);
    const isChanged = form.get("base") !== judged.base;
    const isOpen = judged.slots.some(({ open }) => open.length > 0);
    if (isChanged || isOpen) {
      const preview = await previewOf(judged, { keys, chosen, isSent: !isChanged }, t);
      const fault = isChanged ? CHANGED : UNDECIDED;
      return { ok: false, status: isChanged ? 409 : 422, sent: { preview, fault } };
    }
    const mergeId = await merge(judged, { keys, mergedBy: person.accountId }, t);
    const [kept, merged] = [studentIn(judged.image, keys.kept), studentIn(judged.image, keys.merged)];
    const detail = `${String(merged["student_id"])} into ${String(kept["student_id"])}`;
    await recordSecurityEvent({ kind: "students-merged", accountId: person.accountId, address, detail }, t);
    return { ok: true, mergeId, name: `${String(kept["first_name"])} ${String(kept["last_name"])}` };
  });
}

function chosenIn(form: FormData): Chosen {
  return new Map([...form].flatMap(([name, text]) => (isSide(text) ? [[name, text]] : [])));
}

async function merge(
  { image, groups, slots }: Judged,
  { keys, mergedBy }: { keys: Keys; mergedBy: number },
  t: TermTransaction,
): Promise<number> {
  const mergeId = await insertMerge({ keptKey: keys.kept, mergedKey: keys.merged, mergedBy }, t);
  await nameSave(`merge-${mergeId}`, t);
  for (const group of groups) await storeFields(group, { keys, image }, t);
  for (const plan of slots) await storeSlots(plan, keys, t);
  const after = await studentsImage({ keys: [keys.kept, keys.merged], locked: false }, t);
  await keepImages({ mergeId, before: image, after }, t);
  return mergeId;
}

async function storeFields(
  { of, relationship, differences }: FieldGroup,
  { keys, image }: { keys: Keys; image: Image },
  t: TermTransaction,
): Promise<void> {
  const taken = differences.filter(({ chosen }) => chosen === "merged");
  if (of === "general") return exchange(taken, { keys, image }, t);
  if (taken.length === 0) return;
  const columns = Object.fromEntries(taken.map(({ column, values }) => [column, values.merged]));
  await storeStudentTab({ studentKey: keys.kept, tab: of, row: relationship, columns }, t);
}

/** What no two students have; whoever takes it from the other leaves their own there. */
const UNIQUE = ["student_id", "birth_certificate_pin", "serial_number", "picture"];

/** What the record that stays does not show stands in the other one, whose ID still finds the child. */
async function exchange(
  taken: readonly FieldDifference[],
  { keys, image }: { keys: Keys; image: Image },
  t: TermTransaction,
): Promise<void> {
  const columns = taken.map(({ column }) => column);
  const [kept, merged] = [studentIn(image, keys.kept), studentIn(image, keys.merged)];
  if (columns.includes("student_status_id")) columns.push("status_since");
  const valuesOf = (row: ImageRow) =>
    Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
  if (columns.some((column) => UNIQUE.includes(column))) await freeUnique({ key: keys.merged }, t);
  await changeRows({ name: "students", rows: [{ id: keys.kept, ...valuesOf(merged) }], columns }, t);
  const gone = { ...valuesOf(kept), student_status_id: MERGED, merged_into: keys.kept };
  const all = { ...merged, ...gone };
  const written = [...new Set([...UNIQUE, ...Object.keys(gone)])];
  await changeRows({ name: "students", rows: [all], columns: written }, t);
}

/** A row whose key names its student is put in anew; any other goes on with its history. */
async function storeSlots(
  { table, moved, gone, left }: SlotPlan,
  keys: Keys,
  t: TermTransaction,
): Promise<void> {
  const { key }: { key: readonly string[] } = STUDENT_TABLES[table];
  await removeRows({ name: table, rows: gone }, t);
  const theirs = moved.map((row) => ({ ...row, student_key: keys.kept }));
  if (key.includes("student_key")) {
    await removeRows({ name: table, rows: moved }, t);
    await addRows({ name: table, rows: theirs }, t);
  } else await changeRows({ name: table, rows: theirs, columns: ["student_key"] }, t);
  const others = left.map((row) => ({ ...withoutKey(row, key), student_key: keys.merged }));
  await addRows({ name: table, rows: others }, t);
}

function withoutKey(row: ImageRow, key: readonly string[]): ImageRow {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !key.includes(column)));
}

function studentIn({ students }: Image, key: number): ImageRow {
  const found = students.find(({ id }) => id === key);
  if (!found) throw new Error(`student ${key} is not there`);
  return found;
}
