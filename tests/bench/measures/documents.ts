import { closeDocuments, renderDocument } from "#templates/index.ts";
import { samples } from "#tests/templates/samples/report-card.ts";
import { REPORT_CARD_PART_NAMES } from "#domain/documents/card-parts.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { reportCardPreviewUrl } from "#features/reports/card-settings/report-card.rules.ts";
import { CLASS_DOCUMENT_MS, DOCUMENT_MS, PREVIEW_MS, RETURN_MS } from "../budgets.ts";
import { percentile, type Figure, type Target } from "../figures.ts";
import { signIn, type Subject } from "../subject.ts";
import { expectStatus, textOf, Wire } from "./wire.ts";

const ONE = { warmUp: 10, documents: 30 };
/** A smaller number of repetitions for a class, whose documents take two thirds of a second or more. */
const CLASS = { warmUp: 2, documents: 6 };
const MEDIAN = 0.5;
const SCHOOL = { classes: 34, students: 35 };
/** The limit in seconds for a whole school with two worker threads. */
const SCHOOL_S: Target = { budget: { most: 8 } };

type Asked = { what: string; path: string; times: typeof ONE; target: Target; cookie?: string };

/** Measures documents over HTTP once the fonts are loaded: the mark sheet, and the report cards of its class. */
export async function measureDocuments(subject: Subject): Promise<Figure[]> {
  const { sheet } = subject;
  const cards = await finishedCards(subject);
  const ofLesson = { lesson_id: sheet.lessonId, academic_term_id: sheet.termId, test: 1 };
  const requests: Asked[] = [
    {
      what: "one mark sheet as pdf over HTTP, warm, p50",
      path: addressOf("mark-sheet", { ...ofLesson, format: "pdf" }),
      times: ONE,
      target: DOCUMENT_MS,
    },
    {
      what: "one mark sheet as xlsx over HTTP, warm, p50",
      path: addressOf("mark-sheet", { ...ofLesson, format: "xlsx" }),
      times: ONE,
      target: {},
    },
    { what: "one report card as pdf over HTTP, warm, p50", path: cards.one, times: ONE, target: DOCUMENT_MS },
    {
      what: `report cards of a class of ${cards.students} in one pdf, warm, p50`,
      path: cards.pdf,
      times: CLASS,
      target: {},
    },
    {
      what: `report cards of a class of ${cards.students} in one docx, warm, p50`,
      path: cards.docx,
      times: CLASS,
      target: {},
    },
    ...Object.entries(cards.lists).map(([what, path]) => ({
      what: `${what} of a class of ${cards.students} in one pdf, warm, p50`,
      path,
      times: CLASS,
      target: CLASS_DOCUMENT_MS,
    })),
    {
      what: "preview of a report card with every part, warm, p50",
      path: reportCardPreviewUrl(LEVEL, EVERY_PART),
      times: ONE,
      target: PREVIEW_MS,
      cookie: subject.clerkCookie,
    },
    {
      what: "annual return, warm, p50",
      path: "/api/asr",
      times: CLASS,
      target: RETURN_MS,
      cookie: await signIn(subject.origin, "Admin"),
    },
  ];
  const figures: Figure[] = [];
  for (const each of requests) figures.push(await timeOf(subject, each));
  return [...figures, await wholeSchool()];
}

const LEVEL = 6;
const { steps, passMark } = DEFAULT_GRADING;
const byRow = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text, index) => [String(index + 1), text]));
const EVERY_PART = {
  letter: byRow(steps.map(({ letter }) => letter)),
  from: byRow(steps.map(({ from }) => String(from))),
  passMark: String(passMark),
  courseWork: "40",
  parts: Object.fromEntries(REPORT_CARD_PART_NAMES.map((part) => [part, "on"])),
};

/** Measures only the rendering threads, from data to bytes, without queries. */
async function wholeSchool(): Promise<Figure> {
  const data = samples.primary;
  const [card] = data?.cards ?? [];
  if (!data || !card) throw new Error("there is no sample of a report card");
  const ofClass = (number: number) => {
    const named = (index: number) => ({ ...card.student, name: `${card.student.name} ${number} ${index}` });
    const cards = Array.from({ length: SCHOOL.students }, (_, index) => ({ ...card, student: named(index) }));
    return renderDocument({ kind: "report-card", format: "pdf", data: { ...data, cards } });
  };
  await Promise.all([ofClass(0), ofClass(0)]);
  const before = performance.now();
  await Promise.all(Array.from({ length: SCHOOL.classes }, (_, number) => ofClass(number)));
  const seconds = (performance.now() - before) / 1000;
  await closeDocuments();
  const what = `${SCHOOL.classes * SCHOOL.students} report cards, one pdf a class, two threads`;
  return { what, measured: seconds, unit: "s", ...SCHOOL_S };
}

type Roster = { total: number; data: { student_id: string; form_class_id: string }[] };

/**
 * Finds the cards of the previous term, which are written, rated and signed. A form teacher sees only their own class
 * of the form class.
 */
async function finishedCards({ origin, cookie, sheet }: Subject) {
  const academic_term_id = sheet.termId - 1;
  const ofLesson = { lesson_id: sheet.lessonId, academicTermId: academic_term_id, test: 1 };
  const path = addressOf("mark-sheet-students", ofLesson);
  const wire = new Wire(origin, cookie);
  const roster = JSON.parse(textOf(expectStatus(await wire.open(path), 200, path))) as Roster;
  wire.close();
  const [first] = roster.data;
  if (!first) throw new Error("the class of the finished term has no students");
  const ofClass = { academic_term_id, form_class_id: first.form_class_id };
  return {
    students: roster.total,
    one: addressOf("report-card", { academic_term_id, student_id: first.student_id }),
    pdf: addressOf("report-card", { ...ofClass, format: "pdf" }),
    docx: addressOf("report-card", { ...ofClass, format: "docx" }),
    lists: listsOf(first.form_class_id, sheet.termId),
  };
}

/** Lists the printed documents of a class in the current term. */
function listsOf(form_class: string, academic_term_id: number): Record<string, string> {
  const sheet = { academic_term_id, form_class_id: form_class, test_id: 3, assesment_id: 2 };
  return {
    "class list": `/api/class-list/${encodeURIComponent(form_class)}/0/${academic_term_id}`,
    "mark sheet of all subjects": addressOf("mark-sheet", sheet),
    "contact information": `/api/student-contact/${encodeURIComponent(form_class)}`,
    "registration forms": addressOf("registration-form", { form_class }),
  };
}

function addressOf(call: string, query: Record<string, string | number>): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return `/api/${call}?${new URLSearchParams(pairs)}`;
}

async function timeOf(
  subject: Subject,
  { what, path, times, target, cookie = subject.cookie }: Asked,
): Promise<Figure> {
  const wire = new Wire(subject.origin, cookie);
  const taken: number[] = [];
  for (let count = 0; count < times.warmUp + times.documents; count++) {
    taken.push(expectStatus(await wire.open(path), 200, path).milliseconds);
  }
  wire.close();
  return { what, measured: percentile(taken.slice(times.warmUp), MEDIAN), unit: "ms", ...target };
}
