import { noTransaction } from "#db/index.ts";
import { findRequestedTerm, type TermRow } from "#db/queries/lessons.ts";
import type { ReportCardClass, ReportCardStudent } from "#db/queries/reports/report-card.ts";
import type { ReportedSubject } from "#db/queries/reports/report-card-marks.ts";
import { listSubjectsOfLevel } from "#db/queries/reports/report-card-settings.ts";
import { getSchool } from "#db/queries/school.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import { courseWorkWeight } from "#domain/grading.ts";
import { END_OF_TERM_TEST_ID, OTHER_ASSESSMENT_TEST_ID, TERMS_PER_YEAR } from "#domain/terms.ts";
import type { Person } from "#domain/person.ts";
import { calculateSubjectResult, type TestMark } from "#domain/subject-results.ts";
import { calculateYearResult } from "#domain/figures/year-results.ts";
import type { ReportCardClassFigures } from "../class-figures.server.ts";
import { toLetterhead, printDocument, getPrintTime } from "../document.server.ts";
import { toReportCards } from "../report-card-data.server.ts";
import { notFound } from "#runtime/errors.ts";
import { ReportCardSettingsFormSchema, readLevelSettings } from "./report-card.server.ts";

/**
 * The marks of the fictional student on the sample card, with the class averages and highest marks, subject by subject.
 */
const MARKS = [84, 73, 55, 91, 66, 78, 88, 47, 70, 95, 62, 81, 76, 58];
const MEANS = [65, 61, 52, 70, 64, 66, 71, 54, 60, 80, 63, 67, 70, 57];
const REMARKS = [
  "Essays are well argued. Proofreading would lift them further.",
  "Excellent map work and field notes.",
  "Must learn vocabulary weekly; speaking is improving.",
  "A thoughtful examination script. Keep reading.",
];
const MOST_SUBJECTS = 14;

/**
 * Sends the sample card of a level for the unsaved settings in the query.
 * @throws notFound
 */
export async function sendReportCardPreview(
  person: Person,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<Response> {
  const [{ level }, { term: current }, school] = await Promise.all([
    readLevelSettings(query, noTransaction),
    findRequestedTerm(null, noTransaction),
    getSchool(noTransaction),
  ]);
  const settings = ReportCardSettingsFormSchema.safeParse({ version: "0", ...fieldsIn(query) });
  // There is no card for a scale that cannot be read. The form itself says what is wrong.
  if (!settings.success || !current) throw notFound("Complete the grades to see the preview.");
  const taught = await listSubjectsOfLevel({ formLevel: level.form_level, others: [] }, noTransaction);
  const { grading, card } = settings.data;
  // Only the card of the last term shows the results of the year.
  const term = card.parts.includes("year") ? { ...current, term: TERMS_PER_YEAR } : current;
  const ofClass = sampleClass({ form_level: level.form_level, group_title: level.title, grading, card });
  const subjects = taught.slice(0, MOST_SUBJECTS).map((subject, index) => ({
    ...subject,
    mark: MARKS[index] ?? 60,
    remark: REMARKS[index % REMARKS.length] ?? null,
  }));
  const scheme = { ofClass, term, flavour: school.flavour };
  const cards = toReportCards({
    term,
    classes: [ofClass],
    students: [STUDENT],
    flavour: school.flavour,
    timeZone: school.time_zone,
    subjectsOf: () => subjects.map((subject) => resultOf(subject, scheme)),
    changedSincePosted: new Set(),
    corrected: [],
    figures: new Map([[ofClass.class_id, figuresOf(subjects, scheme)]]),
    pathOf: (name) => name,
  });
  const data = { school: toLetterhead(school), title: "Preview", printed: getPrintTime(school), cards };
  const job = { kind: "report-card-preview", format: "svg", data } as const;
  const { bytes, contentType } = await printDocument(job, { name: "Preview", person, signal });
  return new Response(Buffer.from(bytes), {
    headers: { "Content-Type": contentType, "Cache-Control": "private, no-store" },
  });
}

/** Collects fields such as `letter.1=A` into objects, in the same way as the form is read. */
function fieldsIn(query: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of ["letter", "from", "words", "parts", "subject", "weight"]) {
    const own = [...query].filter(([key]) => key.startsWith(`${name}.`));
    fields[name] = Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1), value]));
  }
  const courseWork = query.get("courseWork") ?? "";
  return {
    ...fields,
    courseWork,
    passMark: query.get("passMark") ?? "",
    order: query.get("order") ?? "attendance",
  };
}

type OfLevel = Pick<ReportCardClass, "form_level" | "group_title" | "grading" | "card">;

function sampleClass(level: OfLevel): ReportCardClass {
  const title = { class_id: 0, label: level.group_title, form_class_id: "" };
  const rules = { course_work_only: false, by_criteria: false, next_group_title: null };
  const teachers = [{ employee_id: 0, title: "Ms." as const, first_name: "Cora", last_name: "De Freitas" }];
  return { ...level, ...title, ...rules, teachers, class_size: 33, posted_on: "2026-12-11" };
}

type Subject = Pick<ReportedSubject, "subject_id" | "subject" | "abbr"> & {
  mark: number;
  remark: string | null;
};

type SampleScheme = { ofClass: ReportCardClass; term: TermRow; flavour: SchoolFlavour };

function resultOf(
  { mark, remark, ...subject }: Subject,
  { ofClass, term, flavour }: SampleScheme,
): ReportedSubject {
  const scheme = { ...ofClass, flavour, assessment_type: term.assessment_type };
  const blank = {
    application: null,
    preparedness: null,
    remark,
    criteria: {},
    place: null,
    attendance: 1,
  } as const;
  const exam: TestMark = {
    ...blank,
    subject_id: subject.subject_id,
    test_id: END_OF_TERM_TEST_ID,
    mark,
    max_mark: 100,
    grade: null,
  };
  const graded: TestMark = { ...exam, mark: null, grade: ofClass.grading.steps[1]?.letter ?? null };
  const course: TestMark = { ...exam, test_id: OTHER_ASSESSMENT_TEST_ID, mark: Math.min(100, mark + 4) };
  const hasCourseWork = courseWorkWeight(scheme.grading, subject.subject_id) > 0;
  const result = (given: TestMark) =>
    calculateSubjectResult(subject.subject_id, {
      scheme,
      criteria: [],
      marks: hasCourseWork ? [given, course] : [given],
    });
  const plain = result(exam);
  return {
    ...subject,
    student_key: 0,
    by_choice: false,
    teachers: [],
    ...(plain.kind === "grades" ? result(graded) : plain),
  };
}

function figuresOf(subjects: readonly Subject[], scheme: SampleScheme): ReportCardClassFigures {
  const { parts } = scheme.ofClass.card;
  const ranking = (place: number, ranked: number) => ({
    positions: new Map([[0, { place, isShared: false }]]),
    ranked,
    isProvisional: false,
  });
  const compared = subjects.map(({ subject_id, mark }, index) => {
    const mean = String(MEANS[index] ?? 60);
    return [subject_id, { mean, highest: String(Math.max(mark, 92)) }] as const;
  });
  return {
    inClass: parts.includes("classPosition") ? ranking(10, 33) : null,
    inLevel: parts.includes("levelPosition") ? ranking(52, 188) : null,
    subjects: new Map(compared),
    averages: { mean: "64.3%", highest: "91.4%" },
    year: parts.includes("year") ? yearOf(subjects, scheme) : null,
    results: null,
  };
}

/** The differences between the sample marks of earlier terms and the marks on the card. */
const EARLIER = [
  { term: 1, more: -6 },
  { term: 2, more: 3 },
  { term: TERMS_PER_YEAR, more: 0 },
];

function yearOf(subjects: readonly Subject[], scheme: SampleScheme): ReportCardClassFigures["year"] {
  const terms = EARLIER.map(({ term, more }) => ({
    term,
    subjects: subjects.map((subject) => resultOf({ ...subject, mark: subject.mark + more }, scheme)),
  }));
  const result = calculateYearResult(terms, scheme.ofClass.grading);
  const positions = new Map([[STUDENT.student_key, { place: 12, isShared: false }]]);
  return {
    students: new Map([[STUDENT.student_key, { terms, result }]]),
    ranking: { positions, ranked: 33, isProvisional: false },
  };
}

const STUDENT: ReportCardStudent = {
  student_key: 0,
  class_id: 0,
  student_id: "T-24113",
  date_of_birth: "2014-03-14",
  picture: null,
  first_name: "Amara",
  other_name: "Simone",
  last_name: "Villafaña",
  house: null,
  total_sessions: 132,
  sessions_absent: 6,
  sessions_late: 2,
  participation: "Very good",
  project: "",
  conduct: "Very good",
  teacher_comment:
    "Amara has worked steadily since the beginning of term and leads quietly by example. One more hour of Mathematics each week would make a difference.",
  principal_comment: "A splendid term, Amara. Keep the habits that brought you here.",
  ...(Object.fromEntries(
    BEHAVIOUR_FIELDS.map((field, index) => [field, index % 4 === 3 ? "S" : "C"]),
  ) as Pick<ReportCardStudent, (typeof BEHAVIOUR_FIELDS)[number]>),
  promotion_progress: true,
  promoted_to: null,
  repeating: null,
  signed_at: null,
  signer: null,
  signature: null,
  changed_since_signed: false,
  graded_since_signed: false,
};
