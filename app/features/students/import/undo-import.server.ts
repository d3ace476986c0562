import { nameSave } from "#db/index.ts";
import { lockImport, setDone, setState } from "#db/queries/imports/imports.ts";
import { forgetImportImage, importImage } from "#db/queries/imports/rows.ts";
import { forgetDifferent, namedElsewhere } from "#db/queries/imports/students.ts";
import {
  addRows,
  changeRows,
  removeRows,
  studentsImage,
  type ImageRow,
} from "#db/queries/people/merges/images.ts";
import {
  STUDENT_TABLE_NAMES,
  STUDENT_TABLES,
  type StudentTableName,
} from "#db/queries/people/merges/student-tables.ts";
import { termTransaction, type TermTransaction } from "#db/term-transaction.ts";
import { UNDO_HOURS } from "#domain/people/imports.ts";
import { now } from "#runtime/clock.ts";
import { countedRows } from "../merge/table-words.ts";

type Rows = Readonly<Partial<Record<StudentTableName, readonly ImageRow[]>>>;

const HOUR_MS = 3_600_000;
const MOST_NAMED = 5;
const TOO_LATE = `It is more than ${UNDO_HOURS} hours ago: it can no longer be undone.`;

/** All students are as they were before an import, or nothing is undone and it is said what stands against it. */
export async function undoImport(importId: string, accountId: number | null): Promise<void> {
  if (accountId === null) return;
  await termTransaction({ accountId }, async (t) => {
    const found = await lockImport(importId, t);
    const image = await importImage(importId, t);
    if (found?.state !== "undoing") return;
    const isOver = (found.imported_at?.getTime() ?? 0) < now().getTime() - UNDO_HOURS * HOUR_MS;
    if (!image || isOver) return setState({ importId, state: "imported", failure: TOO_LATE }, t);
    const { created, changed } = image;
    const after = image.after as Readonly<Record<"created" | "changed", Rows>>;
    const tables = Object.keys(after.changed) as StudentTableName[];
    const present = {
      created: (await studentsImage({ keys: created, locked: true }, t)) as Rows,
      changed: (await studentsImage({ keys: changed, locked: true, tables }, t)) as Rows,
    };
    const since = [
      ...differing(after.created, present.created),
      ...differing(after.changed, present.changed),
    ];
    const failure = againstWords(since, (await namedElsewhere(created, t)).size, names(present));
    if (failure !== "") return setState({ importId, state: "imported", failure }, t);
    await nameSave(`import-${importId}-undone`, t);
    await takeBack(
      { created: present.created, changed: present.changed, before: image.before as Rows, keys: created },
      t,
    );
    await forgetImportImage(importId, t);
    await setDone({ importId, state: "undone" }, t);
  });
}

type Difference = { table: StudentTableName; student: number };

/** The rows that are otherwise than they were, are new, or are gone. */
function differing(then: Rows, present: Rows): Difference[] {
  return namesIn(then).flatMap((table) => {
    const [before, after] = [byKey(table, then), byKey(table, present)];
    const keys = new Set([...before.keys(), ...after.keys()]);
    return [...keys].flatMap((key) => {
      const [one, other] = [before.get(key), after.get(key)];
      const row = one ?? other;
      return JSON.stringify(one) === JSON.stringify(other) || !row
        ? []
        : [{ table, student: Number(row[table === "students" ? "id" : "student_key"]) }];
    });
  });
}

function namesIn(rows: Rows): StudentTableName[] {
  return STUDENT_TABLE_NAMES.filter((name) => rows[name] !== undefined);
}

function byKey(table: StudentTableName, rows: Rows): Map<string, ImageRow> {
  const { key } = STUDENT_TABLES[table];
  return new Map((rows[table] ?? []).map((row) => [key.map((column) => String(row[column])).join(":"), row]));
}

function names({ created, changed }: { created: Rows; changed: Rows }): Map<number, string> {
  const all = [...(created.students ?? []), ...(changed.students ?? [])];
  return new Map(
    all.map(({ id, first_name, last_name, student_id }) => [
      Number(id),
      `${String(first_name)} ${String(last_name)}, ${String(student_id)}`,
    ]),
  );
}

/** `Changed or added since: Farah Abdool, SR-26001 (2 marks)`; empty where nothing was. */
function againstWords(
  since: readonly Difference[],
  named: number,
  called: ReadonlyMap<number, string>,
): string {
  const students = [...new Set(since.map(({ student }) => student))];
  if (students.length === 0 && named === 0) return "";
  const words = students.slice(0, MOST_NAMED).map((student) => {
    const tables = since.filter((each) => each.student === student).map(({ table }) => table);
    const what = [...new Set(tables)].flatMap((table) =>
      countedRows(table, tables.filter((each) => each === table).length),
    );
    return `${called.get(student) ?? "a mark"} (${what.join(", ")})`;
  });
  const more = students.length > MOST_NAMED ? ` and ${students.length - MOST_NAMED} more` : "";
  const changed = students.length > 0 ? ` Changed or added since: ${words.join("; ")}${more}.` : "";
  const looked =
    named > 0 ? ` The medical or family record of ${named} was opened, or a picture was sent.` : "";
  return `It cannot be undone.${changed}${looked}`;
}

type Back = { created: Rows; changed: Rows; before: Rows; keys: readonly number[] };

async function takeBack({ created, changed, before, keys }: Back, t: TermTransaction): Promise<void> {
  await forgetDifferent(keys, t);
  for (const name of STUDENT_TABLE_NAMES.toReversed())
    await removeRows({ name, rows: created[name] ?? [] }, t);
  for (const name of namesIn(changed)) {
    const [then, present] = [byKey(name, before), byKey(name, changed)];
    const key: readonly string[] = STUDENT_TABLES[name].key;
    const rows = [...then].filter(
      ([id, row]) => present.has(id) && JSON.stringify(present.get(id)) !== JSON.stringify(row),
    );
    const columns = Object.keys(rows[0]?.[1] ?? {}).filter((column) => !key.includes(column));
    await removeRows({ name, rows: [...present].filter(([id]) => !then.has(id)).map(([, row]) => row) }, t);
    await changeRows({ name, rows: rows.map(([, row]) => row), columns }, t);
    await addRows({ name, rows: [...then].filter(([id]) => !present.has(id)).map(([, row]) => row) }, t);
  }
}
