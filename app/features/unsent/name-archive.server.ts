import { allows } from "#access/permissions.ts";
import type { Reading } from "#db/index.ts";
import { archiveStudent } from "#db/queries/archive/archive-student.ts";
import { archiveRowName } from "#domain/archive/archive-terms.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { pageOfAddress, type SavedTarget } from "#domain/saved-targets.ts";
import type { FoundRows } from "./found-rows.server.ts";

type Asked = {
  address: Extract<SavedTarget, { kind: "archive" }>;
  target: string;
  rows: readonly string[];
};

/** An archive's rows are terms of one student. @returns null for who does not read archives */
export async function nameArchive(
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
