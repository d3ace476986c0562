import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { registerName } from "#domain/names.ts";
import { studentPictureUrl } from "#domain/paths.ts";
import { GENERAL_FIELDS, generalFields } from "#fields/people/student-general.ts";
import { normalisedValues, type RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import type { RefusedFields } from "#saving/protocol/protocol.ts";
import type { AlikeStudent } from "../duplicates/alike.server.ts";
import { keepApartFrom } from "../duplicates/duplicates.server.ts";
import { addStudent, alikeStudents, OF_A_NEW_ONE } from "./add-student.server.ts";
import { ANOTHER, SEEN, type NewGeneral, type NotAdded, type ShownAlike } from "./general.ts";
import { readRules } from "./saved-general.server.ts";

/** What the form of a new student is made of. */
export async function showNewStudent({ school }: Visit): Promise<NewGeneral> {
  const { rules } = await readRules(OF_A_NEW_ONE, noTransaction);
  return { rules, timeZone: school.timeZone };
}

/** Who is like the child whose name is typed: asked while the form is filled in. */
export async function readAlike(query: URLSearchParams): Promise<ShownAlike[]> {
  const values = valuesIn(GENERAL_FIELDS, (name) => query.get(name));
  return (await alikeStudents(values)).map(shownAlike);
}

export type StudentTaken =
  { added: { key: number; name: string }; status: 200 } | { added: null; status: 409 | 422; kept: NotAdded };

/** Reads the form and adds the student. Who is probably here already is told once, and never stops the work. */
export async function takeStudent({ person }: Visit, form: FormData): Promise<StudentTaken> {
  const { rules } = await readRules(OF_A_NEW_ONE, noTransaction);
  const values = valuesIn(generalFields(rules), (name) => form.get(name));
  const alike = await alikeStudents(values);
  if (!alike.every(({ id }) => isSeen(form, id))) return notAdded(409, values, { alike });
  const added = await addStudent(person, values);
  if (!added.ok) return notAdded(422, values, { alike, refusals: added.refusals });
  if (form.has(ANOTHER)) await keepApartFrom(person, { key: added.key, alike });
  const name = `${String(values["first_name"])} ${String(values["last_name"])}`;
  return { added: { key: added.key, name }, status: 200 };
}

type Left = { alike: readonly AlikeStudent[]; refusals?: RefusedFields[] };

function notAdded(status: 409 | 422, values: Values, { alike, refusals }: Left): StudentTaken {
  const row = { row: "new", version: 0, values };
  const kept = refusals ? { ...row, outcome: { state: "refused" as const, refusals, typed: values } } : row;
  return { added: null, status, kept: { row: kept, alike: alike.map(shownAlike) } };
}

/** It stood on the page that was sent, or another child is meant. */
function isSeen(form: FormData, key: number): boolean {
  return (
    form.has(ANOTHER) ||
    String(form.get(SEEN) ?? "")
      .split(" ")
      .includes(String(key))
  );
}

/** What cannot be read stays text, to be refused in words. */
function valuesIn(fields: RecordFields, textOf: (name: string) => FormDataEntryValue | null): Values {
  const values = [...fields.values()].map(({ name, kind }) => {
    const text = textOf(name);
    return [name, typeof text === "string" ? kind.posted(text) : null] as const;
  });
  return normalisedValues(fields, Object.fromEntries(values));
}

function shownAlike(student: AlikeStudent): ShownAlike {
  const { id, student_id, label, birth_certificate_pin: pin } = student;
  return {
    key: id,
    name: registerName(student),
    about: [student_id, label ?? "in no class", `pin ${pin}`].join(", "),
    lastName: student.last_name,
    picture: studentPictureUrl(student.picture, "small"),
    likeness: student.likeness,
  };
}
