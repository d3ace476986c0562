import type { Visit } from "#access/session.server.ts";
import { getVisibleStudent, type VisibleStudent } from "#access/visible-student.server.ts";
import { noTransaction, transaction } from "#db/index.ts";
import {
  findDocumentFacts,
  listStudentsWithDocument,
  type DocumentFacts,
} from "#db/queries/people/student-papers.ts";
import { logRecordViews } from "#db/queries/people/student-tabs.ts";
import { formatLongDate } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import { parseId, PATHS, withQuery } from "#domain/paths.ts";
import { describeReplacementDocument } from "#domain/people/record-owner.ts";
import {
  STUDENT_DOCUMENTS,
  STUDENT_DOCUMENT_SLUGS,
  type StudentDocumentKind,
} from "#domain/people/students.ts";
import { IMMUNIZATIONS } from "#fields/people/student.ts";
import {
  studentDocumentPath,
  studentDocumentUrl,
  parseStudentsParams,
  studentsQuery,
  studentsUrl,
  studentDialogUrl,
  type StudentsParams,
} from "../list/params.rules.ts";
import { toStudentFilter } from "../list/read-students.server.ts";

/** The number of documents listed before the open one, and after it. */
const AROUND = 40;

/** Returns the kind of document that an address names, or null. */
export function parseStudentDocumentKind(slug: string | undefined): StudentDocumentKind | null {
  return STUDENT_DOCUMENTS.find((kind) => STUDENT_DOCUMENT_SLUGS[kind] === slug) ?? null;
}

type PaperAsked = { studentKey: number; kind: StudentDocumentKind; query: URLSearchParams };

type Fact = { label: string; value: string };

export type StudentDocumentView = {
  name: string;
  about: string;
  list: { title: string; documents: { to: string; name: string; about: string; isShown: boolean }[] };
  steps: { place: string; previous: string | null; next: string | null } | null;
  facts: { facts: Fact[]; links: { words: string; to: string; icon: "pencil" | "upload" }[] };
  closeTo: string;
};

/**
 * Loads the data shown beside a student's document: the students of the list who have the same document, and the values
 * of the record with which it is compared. Reading family or medical data is logged.
 * @throws notFound
 */
export async function loadStudentDocument(
  { person }: Visit,
  { studentKey, kind, query }: PaperAsked,
): Promise<StudentDocumentView> {
  const params = parseStudentsParams(query);
  const student = await getVisibleStudent(person, studentKey, noTransaction);
  const { rows, own, previous, next } = await listAround(person, { student, kind, params });
  const current = rows[own];
  const record = studentDialogUrl(studentKey, params);
  const files = studentDialogUrl(`${studentKey}/documents`, params);
  return {
    name: `${student.first_name} ${student.last_name}`,
    about: [student.student_id, student.label].filter(Boolean).join(", "),
    list: {
      title: `${(current?.found ?? 1).toLocaleString("en")} with ${kind === "Birth Certificate" ? "a" : "an"} ${kind.toLowerCase()}`,
      documents: rows.map((row, index) => ({
        to: stepUrl({ kind, params }, { to: row.id, after: rows[index - 1]?.id ?? null }),
        name: formatRegisterName(row),
        about: [row.label, extensionOf(row.original_name)].filter(Boolean).join(", "),
        isShown: row.id === studentKey,
      })),
    },
    steps: current
      ? {
          place: `${current.place} of ${current.found.toLocaleString("en")}`,
          previous,
          next,
        }
      : null,
    facts: {
      facts: await readFacts(person, student, kind),
      links: [
        { words: student.manages ? "Edit record" : "Open record", to: record, icon: "pencil" },
        ...(student.manages ? [{ words: "Replace file", to: files, icon: "upload" } as const] : []),
      ],
    },
    closeTo: query.get("from") === "record" ? record : studentsUrl(params),
  };
}

type Around = { student: VisibleStudent; kind: StudentDocumentKind; params: StudentsParams };

/**
 * Finds the students on the list who have the same document, with the addresses of the documents before and after.
 */
async function listAround(person: Visit["person"], { student, kind, params }: Around) {
  const { id: studentKey, manages } = student;
  const rows = await listStudentsWithDocument(
    {
      ...(await toStudentFilter(person, params)),
      description: kind,
      studentKey,
      around: AROUND,
      // The link Next must not lead to a card that the person may not read.
      isOwnClassOnly: kind === "Immunization Card" && !manages,
    },
    noTransaction,
  );
  const own = rows.findIndex(({ id }) => id === studentKey);
  const [before, after] = [rows[own - 1], rows[own + 1]];
  return {
    rows,
    own,
    previous: before ? stepUrl({ kind, params }, { to: before.id, before: studentKey }) : null,
    next: after ? stepUrl({ kind, params }, { to: after.id, after: studentKey }) : null,
  };
}

type Step = { to: number; after?: number | null; before?: number | null };

/**
 * Returns the address of a document. The address also names the current student, in case the document is deleted
 * meanwhile.
 */
function stepUrl(
  { kind, params }: Pick<Around, "kind" | "params">,
  { to, after = null, before = null }: Step,
): string {
  return withQuery(`${PATHS.students}/${studentDocumentPath(kind, to)}`, {
    ...studentsQuery(params),
    after,
    before,
  });
}

/**
 * Finds the document to show instead of one that was deleted while a link to it was open: the next document in the
 * direction of the link, or the document that has the link. Returns null for an address that no link of the viewer
 * has.
 * @throws notFound
 */
export async function findReplacementDocument(
  { person }: Visit,
  { kind, query }: Omit<PaperAsked, "studentKey">,
): Promise<{ to: string; message: string } | null> {
  const after = parseId(query.get("after"));
  const from = after ?? parseId(query.get("before"));
  if (from === null) return null;
  const params = parseStudentsParams(query);
  const student = await getVisibleStudent(person, from, noTransaction);
  const { own, previous, next } = await listAround(person, { student, kind, params });
  if (own < 0) return null;
  const further = after === null ? previous : next;
  return {
    to: further ?? studentDocumentUrl(kind, from, params),
    message: describeReplacementDocument(kind.toLowerCase(), {
      isBack: after === null,
      isEnd: further === null,
    }),
  };
}

function extensionOf(fileName: string): string {
  return (fileName.split(".").at(-1) ?? "").toUpperCase();
}

/**
 * Reads the values of the student's record with which the document is compared. Values on the tab Family or Medical
 * are left out if the person may not read the tab.
 */
async function readFacts(
  person: Visit["person"],
  { id: studentKey, tabs }: VisibleStudent,
  kind: StudentDocumentKind,
): Promise<Fact[]> {
  const found = await findDocumentFacts(studentKey, noTransaction);
  const tab = kind === "Birth Certificate" ? "family" : "medical";
  const { accountId } = person;
  const readsTab = tabs.includes(tab);
  if (readsTab)
    await transaction(person, (t) =>
      logRecordViews({ accountId, studentKeys: [studentKey], records: [tab] }, t),
    );
  const general = [
    { label: "First Name", value: [found.first_name, found.other_name].filter(Boolean).join(" ") },
    { label: "Last Name", value: found.last_name },
    { label: "Date of Birth", value: found.date_of_birth ? formatLongDate(found.date_of_birth) : NONE },
  ];
  if (kind === "Immunization Card")
    return [...general, ...(readsTab ? [{ label: "Immunization", value: immunizationsOf(found) }] : [])];
  return [
    ...general,
    { label: "Birth Certificate Pin", value: found.birth_certificate_pin },
    { label: "Gender", value: found.gender ?? NONE },
    ...(readsTab
      ? [
          { label: "Mother", value: found.mother || NONE },
          { label: "Father", value: found.father || NONE },
        ]
      : []),
  ];
}

const NONE = "–";

function immunizationsOf({ medical }: DocumentFacts): string {
  const ticked = IMMUNIZATIONS.filter(({ name }) => medical?.[name] === true);
  return ticked.map(({ title }) => title).join(", ") || NONE;
}
