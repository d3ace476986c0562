import { noTransaction } from "#db/index.ts";
import { listClassesOfYear, type TaughtClassRow } from "#db/queries/class-teachers.ts";
import { listRegistrationStatusRows, type RegistrationStatusRow } from "#db/queries/reports/statistics.ts";
import { registerName } from "#domain/names.ts";
import { listMissingParts, REGISTRATION_PARTS } from "#domain/people/registration.ts";
import type { Person } from "#domain/person.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { printDocument, type Print, type Printed } from "../document.server.ts";
import { formalNames } from "../report-card-words.rules.ts";
import { schoolHeading } from "./school-heading.server.ts";

type ClassStatus = DocumentData["registration-status"]["classes"][number];
type Judged = RegistrationStatusRow & { missing: ReturnType<typeof listMissingParts> };

export const NO_CLASS = "Not in a class";
const NOTES = [
  "Registered: for this term. Other students are listed under the last class they were in.",
  "Missing: a required field on the tab is empty. No file: the document has not been uploaded.",
];

/** Prints the number of students registered this term in each class, and the data missing from their records. */
export async function printRegistrationStatus(
  person: Person,
  { format, signal }: Print<FormatOf<"registration-status">>,
): Promise<Printed> {
  const { heading, classes, fileName } = await registrationOfTerm("Registration status");
  const data = { ...heading, classes };
  return printDocument({ kind: "registration-status", format, data }, { name: fileName, person, signal });
}

/** Loads the progress of registration in the current term by class, with the heading of a document about it. */
export async function registrationOfTerm(title: string) {
  const { heading: head, term, fileName } = await schoolHeading(title);
  const { academic_term_id: academicTermId } = term;
  const taught = await listClassesOfYear(term.academic_year_id, noTransaction);
  const rows = await listRegistrationStatusRows({ academicTermId }, noTransaction);
  const students = rows.map((row) => ({ ...row, missing: listMissingParts(row) }));
  const registered = students.filter(({ class_id }) => class_id !== null).length;
  const complete = students.filter(({ class_id, missing }) => class_id !== null && missing.size === 0).length;
  const heading = {
    ...head,
    notes: NOTES,
    about: `${registered.toLocaleString("en")} of ${students.length.toLocaleString("en")} registered`,
    counts: [
      { figure: students.length - registered, words: "to register" },
      { figure: complete, words: "complete" },
    ],
  };
  const classes = classesOf(taught, students);
  return { heading, classes, taught, academicTermId, fileName };
}

/**
 * Lists students who are not registered under this year's class with the same label as their last class, or under no
 * class.
 */
function classesOf(taught: readonly TaughtClassRow[], students: readonly Judged[]): ClassStatus[] {
  const labels = new Set(taught.map(({ label }) => label));
  const classes = taught.map(({ class_id, label, teachers }) => {
    const own = students.filter((student) =>
      student.class_id === null ? student.last_label === label : student.class_id === class_id,
    );
    return classStatus(label, formalNames(teachers.filter(({ is_lead }) => is_lead)), own);
  });
  const others = students.filter(
    (student) => student.class_id === null && !labels.has(student.last_label ?? ""),
  );
  return others.length === 0 ? classes : [...classes, classStatus(NO_CLASS, "", others)];
}

function classStatus(label: string, teacher: string, students: readonly Judged[]): ClassStatus {
  const counts = REGISTRATION_PARTS.map(
    (part) => [part, students.filter(({ missing }) => missing.has(part)).length] as const,
  );
  return {
    label,
    teacher,
    enrolled: students.length,
    registered: students.filter(({ class_id }) => class_id !== null).length,
    missing: Object.fromEntries(counts) as ClassStatus["missing"],
    students: students
      .filter(({ class_id, missing }) => class_id === null || missing.size > 0)
      .map((student) => ({
        name: registerName(student),
        isRegistered: student.class_id !== null,
        missing: [...student.missing.values()].join(", "),
      })),
  };
}
