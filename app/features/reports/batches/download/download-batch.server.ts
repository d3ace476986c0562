import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { noTransaction } from "#db/index.ts";
import {
  type BatchItemRow,
  type BatchRow,
  listBatchContents,
  type BatchContentsRow,
} from "#db/queries/batches/batches.ts";
import { listReportCardClasses } from "#db/queries/reports/report-card.ts";
import { getSchool } from "#db/queries/school.ts";
import { formatDateAndTime } from "#domain/dates.ts";
import {
  getBatchKindDetails,
  isSplitByStudent,
  type BatchFormat,
  type BatchKind,
} from "#domain/documents/batches.ts";
import { formatActorName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { periodLabel, END_OF_TERM_TEST_ID } from "#domain/terms.ts";
import { attachmentHeaders, fileResponse } from "#files/file-response.server.ts";
import { generatedResponse } from "#files/generated-response.server.ts";
import { ensureLocalFile, openStoredFile } from "#files/store.server.ts";
import { conflict, notFound } from "#runtime/errors.ts";
import {
  documentFileName,
  layoutVersion,
  joinPdfs,
  type DocumentToJoin,
  type DocumentData,
} from "#templates/index.ts";
import {
  getTermAssessmentTestId,
  classMarkSheetTestTitle,
} from "../../classes/class-mark-sheet-notes.server.ts";
import { logDocument, printDocument, type LoggedDocument, toLetterhead } from "../../document.server.ts";
import { formatFormalNames, formatTermAndYear } from "../../report-card-words.rules.ts";
import { getBegunTerm } from "../../requested-classes.server.ts";
import { batchName, batchNoun, countDocuments } from "../batches.rules.ts";
import { getVisibleBatch, type VisibleBatch } from "../batches.server.ts";

const UNFINISHED =
  "This print run is not complete, so it cannot be downloaded as a whole. Open its classes one by one instead.";

const NOT_SPLIT =
  "This print run has no separate file for each student. Start a new print run to get these files.";

/** Returns the kind of security event to log for a download. */
function eventOf(kind: BatchKind): LoggedDocument["kind"] {
  if (kind === "report-card") return "cards-printed";
  return getBatchKindDetails(kind).classes === "own" ? "forms-printed" : "exported";
}

type Made = BatchItemRow & { file_name: string; bytes: number };

type From = { address: string };

/**
 * Returns all documents as one PDF with a cover, or as a ZIP file with a PDF for each class or for each student. The bytes are the same
 * each time, so that an interrupted download can be resumed.
 * @throws notFound, or conflict while documents are missing
 */
export async function downloadBatch(
  person: Person,
  { batchId, form, request }: { batchId: number; form: BatchFormat; request: Request },
  { address }: From,
): Promise<Response> {
  const visible = await getVisibleBatch(person, batchId, noTransaction);
  const { batch, items } = visible;
  const made = items.filter(isMade);
  const isPrinted = items.every((item) => isMade(item) || item.state === "empty");
  if (batch.ended_at === null || !isPrinted || made.length === 0) throw conflict(UNFINISHED);
  const name = batchName(batch);
  const fileName = documentFileName(name, "pdf").replace(/pdf$/, form === "pdf" ? "pdf" : "zip");
  const order = { name, person, signal: request.signal };
  const { parts, make } =
    form === "pdf"
      ? await joined({ visible, made }, order)
      : form === "zip"
        ? zipped({ batch, made })
        : await zippedByStudent({ batch, made });
  await logDocument(person, { kind: eventOf(batch.kind), fileName, address });
  const headers = {
    "Content-Type": form === "pdf" ? "application/pdf" : "application/zip",
    "Cache-Control": "private, no-store",
    ...attachmentHeaders(fileName),
  };
  return generatedResponse(request, { tag: tagOf([form, name, parts]), headers, make });
}

/** A file to download. `parts` lists everything on which its bytes depend. */
type Whole = { parts: unknown; make: () => AsyncIterable<Uint8Array> };

async function joined(
  { visible, made }: { visible: VisibleBatch; made: readonly Made[] },
  order: { name: string; person: Person; signal: AbortSignal },
): Promise<Whole> {
  const cover = await coverOf(visible);
  const printed = cover && (await printDocument({ kind: "batch-cover", format: "pdf", data: cover }, order));
  const first = printed === null ? [] : [{ title: "Cover", bytes: Buffer.from(printed.bytes) }];
  return {
    parts: [cover, layoutVersion("batch-cover"), layoutVersion("join"), filesOf(made)],
    make: () => joinPdfs(order.name, documentsOf(first, made)),
  };
}

function zipped({ batch, made }: { batch: BatchRow; made: readonly Made[] }): Whole {
  const period = periodLabel(batch.academic_year_id, batch.term);
  const named = ({ label }: Made) =>
    documentFileName(`${getBatchKindDetails(batch.kind).title}, ${label}, ${period}`, "pdf");
  return {
    parts: [batch.ended_at, made.map(named), filesOf(made)],
    make: () => zipOf(made, { named, at: new Date(batch.ended_at ?? batch.begun_at) }),
  };
}

/** A student's part of a class's PDF, under the name of class, student and ID. */
type StudentFile = { name: string; item: Made; pages: { from: number; count: number } };

/** Returns a ZIP file with a PDF for each student, which can be sent to the family. @throws conflict */
async function zippedByStudent({ batch, made }: { batch: BatchRow; made: readonly Made[] }): Promise<Whole> {
  if (!isSplitByStudent(batch.kind)) throw notFound();
  const contents = await listBatchContents({ batchId: batch.batch_id }, noTransaction);
  const files = made.flatMap((item) => {
    const cards = contents.find(({ class_id }) => class_id === item.class_id)?.contents.cards ?? [];
    let from = 0;
    return cards.map(({ name, studentId, pages }): StudentFile => {
      if (studentId === undefined) throw conflict(NOT_SPLIT);
      const own = { from, count: pages };
      from += pages;
      const title = `${item.label}, ${name.replace(", ", " ")}, ${studentId}`;
      return { name: documentFileName(title, "pdf"), item, pages: own };
    });
  });
  return {
    parts: [batch.ended_at, files.map(({ name, pages }) => [name, pages]), filesOf(made)],
    make: () => zipOfStudents(files, new Date(batch.ended_at ?? batch.begun_at)),
  };
}

/** Zips a part of a class's file for each student. The file of one class at a time is in memory. */
function zipOfStudents(files: readonly StudentFile[], at: Date): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  const close = (error: Error) => stream.destroy(error);
  zip.on("error", close);
  let known: { name: string; bytes: Promise<Buffer> } | null = null;
  const bytesOf = (name: string) => {
    if (known?.name !== name) known = { name, bytes: ensureLocalFile(name).then((path) => readFile(path)) };
    return known.bytes;
  };
  for (const { name, item, pages } of files)
    zip.addReadStreamLazy(name, { compress: false, mtime: at, mode: READABLE }, (begin) => {
      bytesOf(item.file_name)
        .then((bytes) =>
          begin(null, Readable.from(joinPdfs(name, onlyDocument({ title: name, bytes, pages })))),
        )
        .catch(close);
    });
  zip.end();
  return stream;
}

async function* onlyDocument(document: DocumentToJoin): AsyncGenerator<DocumentToJoin> {
  yield document;
}

function filesOf(made: readonly Made[]): string[] {
  return made.map(({ file_name }) => file_name);
}

function tagOf(parts: unknown): string {
  return `"${createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32)}"`;
}

/** Returns the document of one class. @throws notFound also before the document has been made */
export async function downloadBatchItem(
  person: Person,
  { batchId, itemId, request }: { batchId: number; itemId: number; request: Request },
  { address }: From,
): Promise<Response> {
  const { batch, items } = await getVisibleBatch(person, batchId, noTransaction);
  const item = items.filter(isMade).find(({ batch_item_id }) => batch_item_id === itemId);
  if (!item)
    throw notFound("The document for this class is not ready yet. Check its progress under Print runs.");
  const fileName = documentFileName(`${batchName(batch)}, ${item.label}`, "pdf");
  await logDocument(person, { kind: eventOf(batch.kind), fileName, address });
  return fileResponse(request, item.file_name);
}

function isMade(item: BatchItemRow): item is Made {
  return item.state === "made" && item.file_name !== null;
}

async function* documentsOf(
  first: readonly DocumentToJoin[],
  items: readonly Made[],
): AsyncGenerator<DocumentToJoin> {
  yield* first;
  for (const { label, file_name } of items)
    yield { title: label, bytes: await readFile(await ensureLocalFile(file_name)) };
}

type Zipped = { named: (item: Made) => string; at: Date };

/** Zips files without compression, because PDFs hardly shrink. Opens one file at a time. */
function zipOf(items: readonly Made[], { named, at }: Zipped): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  const close = (error: Error) => stream.destroy(error);
  let open: Readable | null = null;
  stream.once("close", () => open?.destroy());
  zip.on("error", close);
  for (const item of items) {
    const how = { compress: false, size: item.bytes, mtime: at, mode: READABLE };
    zip.addReadStreamLazy(named(item), how, (begin) => {
      openStoredFile(item.file_name)
        .then((found) => {
          if (!found) throw notFound();
          open = found.on("error", close);
          begin(null, open);
        })
        .catch(close);
    });
  }
  zip.end();
  return stream;
}

/** A fixed file mode, because the mode of the stored file may differ between machines. */
const READABLE = 0o100644;

type Cover = DocumentData["batch-cover"];
type Listed = Pick<Cover, "heading" | "columns" | "parts" | "counts">;

/** Builds the cover of a batch, always with the same bytes. Returns null if the page count of a document is unknown. */
async function coverOf({ batch, items }: VisibleBatch): Promise<Cover | null> {
  const [contents, school, teachers] = await Promise.all([
    listBatchContents({ batchId: batch.batch_id }, noTransaction),
    getSchool(noTransaction),
    teachersOf(batch, items),
  ]);
  if (contents.some((content) => content.contents.pages === 0)) return null;
  const at = new Date(batch.ended_at ?? batch.begun_at);
  const when = formatDateAndTime(at, school.time_zone);
  return {
    title: batchName(batch),
    kind: getBatchKindDetails(batch.kind).title,
    about: capitalised(batch.about),
    teachers,
    school: toLetterhead(school),
    printed: { at: at.toISOString(), on: when },
    period: await periodOf(batch),
    ...(batch.kind === "report-card" ? listedCards(contents) : listedLists(batch.kind, contents)),
    foot: [
      `Prepared ${when}, for ${formatActorName(batch)}`,
      `run ${batch.batch_id}`,
      `data ${dataCode(items)}`,
    ],
  };
}

/** Lists the students of a single class, or the classes of a larger batch. */
function listedCards(contents: readonly BatchContentsRow[]): Listed {
  const cards = contents.flatMap((content) => content.contents.cards);
  const [only] = contents;
  const counts = [
    count(cards.length, `report ${batchNoun("report-card", cards.length)}`),
    count(cards.filter(({ isSigned }) => isSigned).length, "signed by the principal"),
    count(cards.filter(({ hasComment }) => hasComment).length, "with a teacher’s comment"),
    count(cards.filter(({ changedSincePosted }) => changedSincePosted).length, "changed since posted"),
  ];
  if (only && contents.length === 1) {
    const parts = cards.map(({ name, pages, isSigned, changedSincePosted }) => ({
      name,
      pages,
      figures: [],
      notes: [isSigned ? "" : "no principal’s signature", changedSincePosted ? "changed since posted" : ""]
        .filter(Boolean)
        .join(", "),
    }));
    return { heading: "Name", columns: [], parts, counts };
  }
  const parts = contents.map(({ label, contents: { pages, cards: own } }) => {
    const changed = own.filter(({ changedSincePosted }) => changedSincePosted).length;
    const signed = own.filter(({ isSigned }) => isSigned).length;
    const notes = changed === 0 ? "" : `${changed} changed since posted`;
    return { name: label, notes, figures: [own.length, signed], pages };
  });
  return { heading: "Class", columns: ["Cards", "Signed"], parts, counts };
}

function listedLists(kind: BatchKind, contents: readonly BatchContentsRow[]): Listed {
  const students = contents.reduce((sum, content) => sum + content.students, 0);
  const documents = contents.reduce((sum, content) => sum + countDocuments(kind, content), 0);
  const noun = kind === "mark-sheet" ? `mark ${batchNoun(kind, documents)}` : batchNoun(kind, documents);
  return {
    heading: "Class",
    columns: ["Students"],
    parts: contents.map((content) => ({
      name: content.label,
      notes: "",
      figures: [content.students],
      pages: content.contents.pages,
    })),
    counts: [
      count(documents, noun),
      ...(documents === students ? [] : [count(students, students === 1 ? "student" : "students")]),
    ],
  };
}

function count(number: number, words: string): Cover["counts"][number] {
  return { figure: number.toLocaleString("en"), words };
}

async function teachersOf({ academic_term_id }: BatchRow, items: VisibleBatch["items"]): Promise<string> {
  const classIds = items.map(({ class_id }) => class_id);
  if (classIds.length > 1) return "";
  const classes = await listReportCardClasses({ classIds, academicTermId: academic_term_id }, noTransaction);
  return formatFormalNames(classes.flatMap(({ teachers }) => teachers));
}

async function periodOf({ kind, academic_term_id, assessment }: BatchRow): Promise<string> {
  const term = await getBegunTerm(academic_term_id);
  if (kind === "report-card") return `End of ${formatTermAndYear(term)}`;
  if (kind !== "mark-sheet") return formatTermAndYear(term);
  const testId = assessment === 1 ? getTermAssessmentTestId(term.assessment_type) : END_OF_TERM_TEST_ID;
  return `${classMarkSheetTestTitle(testId, term.assessment_type)}, ${formatTermAndYear(term)}`;
}

const CODE = /.{4}/g;

/**
 * Returns a code such as `7F3A-91C2-04DE`. Two batches have the same code only if they were printed from the same data.
 */
function dataCode(items: VisibleBatch["items"]): string {
  const hash = createHash("sha256").update(items.map(({ fingerprint }) => fingerprint).join(" "));
  const [one, two, three] = hash.digest("hex").toUpperCase().match(CODE) ?? [];
  return [one, two, three].join("-");
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
