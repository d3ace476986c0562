import { noTransaction } from "#db/index.ts";
import { savedTarget } from "#domain/paths.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import type { KeptStudent } from "#db/queries/unsent-rows.ts";
import type { FoundRows } from "./found-rows.server.ts";
import { nameMarks } from "./name-marks.server.ts";
import { nameReport } from "./name-report.server.ts";
import type { AskedSheet, NamedSheet } from "./names.ts";

/**
 * Names what a device keeps unsent for a person: sheets that are theirs, and such as were theirs when it was typed (a
 * teacher who was taken off a class still has to know whose marks were refused). Nobody else's students are named.
 */
export async function nameRows(person: Person, asked: readonly AskedSheet[]): Promise<NamedSheet[]> {
  const named: NamedSheet[] = [];
  for (const each of asked) {
    const found = await findRows(person, each);
    if (!found) continue;
    const { students, ...sheet } = found;
    named.push({ ...sheet, sheet: each.sheet, names: Object.fromEntries(students.map(nameOf)) });
  }
  return named;
}

async function findRows(person: Person, { sheet, rows }: AskedSheet): Promise<FoundRows | null> {
  const address = savedTarget(sheet);
  if (!address) return null;
  const named = { sheet, students: rows.map(Number) };
  if (address.kind === "marks") return nameMarks(person, { ...named, address }, noTransaction);
  return nameReport(person, { address, sheet }, noTransaction);
}

function nameOf(student: KeptStudent): [string, string] {
  return [String(student.student_key), registerName(student)];
}
