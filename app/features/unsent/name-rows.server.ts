import { noTransaction, type Reading } from "#db/index.ts";
import { savedTarget, pageOfAddress, type SavedTarget } from "#domain/saved-targets.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import type { AskedTarget, NamedTarget } from "#saving/client/target-names.ts";
import type { UnsentStudent } from "#db/queries/unsent-rows.ts";
import { allows } from "#access/permissions.ts";
import type { FoundRows } from "./found-rows.server.ts";
import { nameMarks } from "./name-marks.server.ts";
import { nameRegister } from "./name-register.server.ts";
import { nameReport } from "./name-report.server.ts";
import { archiveStudent } from "#db/queries/archive/archive-student.ts";
import { archiveRowName } from "#domain/archive/archive-terms.ts";

/**
 * Names what waits on a device for a person: mark sheets, reports, registers and archives that are theirs, and such as were theirs when it
 * was typed (a teacher who was taken off a class still has to know whose marks were refused). Nobody else's students
 * are named.
 */
export async function nameRows(person: Person, asked: readonly AskedTarget[]): Promise<NamedTarget[]> {
  const named: NamedTarget[] = [];
  for (const each of asked) {
    const found = await findRows(person, each);
    if (!found) continue;
    const { students, names = {}, ...about } = found;
    named.push({
      ...about,
      target: each.target,
      names: { ...Object.fromEntries(students.map(nameOf)), ...names },
    });
  }
  return named;
}

async function findRows(person: Person, { target, rows }: AskedTarget): Promise<FoundRows | null> {
  const address = savedTarget(target);
  if (!address) return null;
  const named = { target, students: rows.map(Number) };
  if (address.kind === "archive") return nameArchive(person, { address, target, rows }, noTransaction);
  if (address.kind === "marks") return nameMarks(person, { ...named, address }, noTransaction);
  if (address.kind === "register") return nameRegister(person, { ...named, address }, noTransaction);
  return nameReport(person, { address, target }, noTransaction);
}

function nameOf(student: UnsentStudent): [string, string] {
  return [String(student.student_key), registerName(student)];
}

type Asked = {
  address: Extract<SavedTarget, { kind: "archive" }>;
  target: string;
  rows: readonly string[];
};

/** An archive's rows are terms of one student. @returns null for who does not read archives */
async function nameArchive(
  person: Person,
  { address, target, rows }: Asked,
  t: Reading,
): Promise<FoundRows | null> {
  const student = allows("marks-archive", person) ? await archiveStudent(address.studentKey, t) : null;
  if (!student) return null;
  return {
    title: "Marks Archive",
    about: registerName(student),
    url: pageOfAddress(target),
    fields: {},
    students: [],
    names: Object.fromEntries(rows.map((row) => [row, archiveRowName(Number(row))])),
  };
}
