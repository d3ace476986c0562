import { peopleScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { listClassListRows, type ClassListRow } from "#db/queries/class-students.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { classIdsIn, type ClassesRequest } from "../requested-classes.server.ts";
import { printDocument, type Print, type Printed } from "../document.server.ts";
import { classGroups, classHeading, countsBySex } from "../class-heading.server.ts";

type Student = DocumentData["class-list"]["groups"][number]["rows"][number];

/** Prints the students of a class in a term, with blank columns to fill in by hand. @throws notFound */
export async function printClassList(
  person: Person,
  input: ClassesRequest,
  { format, signal }: Print<FormatOf<"class-list">>,
): Promise<Printed> {
  const { heading, classes, fileName } = await classHeading(
    input,
    "Class list",
    classIdsIn(peopleScope(person)),
  );
  const key = { classIds: classes.map(({ class_id }) => class_id), academicTermId: input.academicTermId };
  const students = await listClassListRows(key, noTransaction);
  const groups = classGroups(classes, students, listed);
  const data = { ...heading, counts: countsBySex(students), groups };
  return printDocument({ kind: "class-list", format, data }, { name: fileName, person, signal });
}

function listed(row: ClassListRow): Student {
  return {
    name: registerName(row),
    studentId: row.student_id,
    gender: row.gender,
    born: row.date_of_birth,
    house: row.house,
  };
}
