import { createHash } from "node:crypto";
import { noTransaction } from "#db/index.ts";
import { listBatchContents, type BatchRow, type ContentsRow } from "#db/queries/batches/batches.ts";
import { listCardClasses } from "#db/queries/reports/report-card.ts";
import { getSchool } from "#db/queries/school.ts";
import { formatMoment } from "#domain/dates.ts";
import type { BatchKind } from "#domain/documents/batches.ts";
import { actorName } from "#domain/names.ts";
import { END_OF_TERM } from "#domain/terms.ts";
import type { DocumentData } from "#templates/index.ts";
import { begunTerm } from "../../requested-classes.server.ts";
import { firstSheetOf, sheetTitle } from "../../classes/sheet-words.server.ts";
import { letterheadOf } from "../../document.server.ts";
import { formalNames, formatPeriod } from "../../report-card-words.rules.ts";
import { batchName, KIND_TITLES, nounOf } from "../batch-words.rules.ts";
import type { VisibleBatch } from "../visible-batches.server.ts";

type Cover = DocumentData["batch-cover"];
type Listed = Pick<Cover, "heading" | "columns" | "parts" | "counts">;

/** Builds the cover of a batch, which is the same each time; null when the page count of a document is not known. */
export async function coverOf({ batch, items }: VisibleBatch): Promise<Cover | null> {
  const [contents, school, teachers] = await Promise.all([
    listBatchContents({ batchId: batch.batch_id }, noTransaction),
    getSchool(noTransaction),
    teachersOf(batch, items),
  ]);
  if (contents.some((content) => content.contents.pages === 0)) return null;
  const at = new Date(batch.ended_at ?? batch.begun_at);
  const when = formatMoment(at, school.time_zone);
  return {
    title: batchName(batch),
    kind: KIND_TITLES[batch.kind],
    about: capitalised(batch.about),
    teachers,
    school: letterheadOf(school),
    printed: { at: at.toISOString(), on: when },
    period: await periodOf(batch),
    ...LISTED[batch.kind](contents),
    foot: [`Prepared ${when}, for ${actorName(batch)}`, `run ${batch.batch_id}`, `data ${dataCode(items)}`],
  };
}

const LISTED: Record<BatchKind, (contents: readonly ContentsRow[]) => Listed> = {
  "report-card": listedCards,
  "mark-sheet": listedSheets,
};

/** Lists the students of a single class, or the classes of a larger batch. */
function listedCards(contents: readonly ContentsRow[]): Listed {
  const cards = contents.flatMap((content) => content.contents.cards);
  const [only] = contents;
  const counts = [
    count(cards.length, `report ${nounOf("report-card", cards.length)}`),
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

function listedSheets(contents: readonly ContentsRow[]): Listed {
  const students = contents.reduce((sum, content) => sum + content.students, 0);
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
      count(contents.length, `mark ${nounOf("mark-sheet", contents.length)}`),
      count(students, students === 1 ? "student" : "students"),
    ],
  };
}

function count(number: number, words: string): Cover["counts"][number] {
  return { figure: number.toLocaleString("en"), words };
}

/** Names the teachers of a single class. */
async function teachersOf({ academic_term_id }: BatchRow, items: VisibleBatch["items"]): Promise<string> {
  const classIds = items.map(({ class_id }) => class_id);
  if (classIds.length > 1) return "";
  const classes = await listCardClasses({ classIds, academicTermId: academic_term_id }, noTransaction);
  return formalNames(classes.flatMap(({ teachers }) => teachers));
}

async function periodOf({ kind, academic_term_id, assessment }: BatchRow): Promise<string> {
  const term = await begunTerm(academic_term_id);
  if (kind === "report-card") return `End of ${formatPeriod(term)}`;
  const testId = assessment === 1 ? firstSheetOf(term.assessment_type) : END_OF_TERM;
  return `${sheetTitle(testId, term.assessment_type)}, ${formatPeriod(term)}`;
}

const CODE = /.{4}/g;

/** Makes a code that tells this printed batch from one with other data, such as `7F3A-91C2-04DE`. */
function dataCode(items: VisibleBatch["items"]): string {
  const hash = createHash("sha256").update(items.map(({ fingerprint }) => fingerprint).join(" "));
  const [one, two, three] = hash.digest("hex").toUpperCase().match(CODE) ?? [];
  return [one, two, three].join("-");
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
