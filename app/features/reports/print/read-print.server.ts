import { canPrintAllRecords, hasAccess } from "#access/permissions.ts";
import { getPrintedListScope, getReadingScope } from "#access/visible.server.ts";
import { noTransaction } from "#db/index.ts";
import { loadSchoolCalendar } from "#db/queries/attendance/school-calendar.ts";
import { countRunningBatches } from "#db/queries/batches/new-batch.ts";
import { hasClassInScope, hasCurrentClass, type ClassWithTeachersRow } from "#db/queries/class-teachers.ts";
import { findRequestedTerm, type TermRow } from "#db/queries/lessons.ts";
import {
  countStudentsByClass,
  listStudentsOfClasses,
  type FoundStudent,
} from "#db/queries/class-students.ts";
import { listUnusualTexts } from "#db/queries/reports/report-card.ts";
import { getSchool } from "#db/queries/school.ts";
import {
  findFormClassAndTeacher,
  type ReportKind,
  type DocumentChoices,
  documentAddress,
  type DocumentFormat,
} from "#domain/documents/kind.ts";
import { REPORT_KINDS } from "#domain/documents/kinds.ts";
import { chooseShownLevel, countLevels } from "#domain/list/levels.ts";
import { joinTeacherNames, formatRegisterName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { listClassMarkSheetTypes, termChoice, periodLabel } from "#domain/terms.ts";
import { findUnprintable } from "#domain/text/printable.ts";
import { notFound } from "#runtime/errors.ts";
import { listOfferedClasses } from "../requested-classes.server.ts";
import {
  listMonthsOfTerm,
  normalisePrintParams,
  chooseOfferedScope,
  listClassesInPrintScope,
  FORMAT_TITLES,
  findDocumentToPrint,
  type PlannedPrint,
} from "./words.rules.ts";
import {
  type PrintParams,
  STUDENTS_PER_PAGE,
  parsePrintScope,
  type PrintClassOption,
  type PrintScreen,
  type StudentOption,
  printUrl,
  formatPrintScope,
} from "./params.rules.ts";
import { splitSearch } from "#domain/people/list-params.ts";
import { PATHS } from "#domain/paths.ts";

/** The page, and the classes for which documents can be requested. */
type PrintOptions = {
  screen: PrintScreen;
  kind: ReportKind;
  term: TermRow;
  rows: ClassWithTeachersRow[];
};

/** The reason why a person can print nothing. */
export type NothingToPrint = "no term" | "no class";

/**
 * Loads the kinds of report that a person may print and the options of one kind.
 * @throws notFound also for a term that has not begun
 */
export async function loadPrintOptions(
  person: Person,
  input: PrintParams,
): Promise<PrintOptions | NothingToPrint> {
  const kinds = await kindsFor(person);
  if (kinds.length === 0) return "no class";
  const kind =
    input.kind === null
      ? await firstUsableKind(person, kinds)
      : kinds.find((item) => item.kind === input.kind);
  if (!kind) throw notFound("You cannot print this report. Choose another report.");
  const asks = (what: ReportKind["asks"][number]) => kind.asks.includes(what);
  const { term, terms } = await findRequestedTerm(asks("period") ? input.period : null, noTransaction);
  if (terms.length === 0) return "no term";
  if (!term) throw notFound("This term does not exist or has not begun yet. Choose another term.");
  const rows = await classesOf(person, kind, term);
  const own = rows.find(({ teachers }) =>
    teachers.some((teacher) => teacher.employee_id === person.employeeId),
  );
  const shownLevel = findListedLevel(rows, { ...input, ownLevel: own?.form_level ?? null });
  const ofLevel = rows.filter(({ form_level }) => shownLevel === null || form_level === shownLevel);
  const makesBatches = kinds.some(({ inBatches }) => inBatches !== undefined);
  const [classes, { students, found }, months, running, unprintable] = await Promise.all([
    countedClasses(rows, term),
    findStudents(kind, input, { classes: rows, academicTermId: term.academic_term_id }),
    asks("month") ? monthsIn(term) : [],
    makesBatches ? countRunningBatches(person, noTransaction) : 0,
    kind.each === "card" ? unprintableTexts(ofLevel, term) : [],
  ]);
  const whose = chooseOfferedScope(kind, {
    requested: input.whose,
    classes,
    students,
    ownClassId: own?.class_id,
  });
  const sheets = asks("sheet") ? listClassMarkSheetTypes(term.assessment_type) : [];
  const period = asks("period") ? term.academic_term_id : null;
  const screen = {
    kinds: kinds.map(({ kind: name, title, group }) => ({ kind: name, title, group })),
    kind: { ...shown(kind), currentTerm: term.academic_term_id },
    batches: makesBatches ? { running } : null,
    isPicked: input.kind !== null,
    params: normalisePrintParams(kind, { ...input, kind: kind.kind, period, whose }, { sheets, months }),
    terms: asks("period") ? terms.map(termChoice) : [],
    sheets,
    months,
    classes,
    shownLevel,
    students,
    found,
    unprintable,
  };
  return { screen, kind, term, rows };
}

/**
 * Lists the kinds of report that a person may print. A report on classes needs a class that the person may print, now
 * or in a past year.
 */
async function kindsFor(person: Person): Promise<readonly ReportKind[]> {
  const allowed = REPORT_KINDS.filter(({ access }) => hasAccess(access, person));
  const [read, listed, own] = await Promise.all([
    hasClassInScope(getReadingScope(person), noTransaction),
    hasClassInScope(getPrintedListScope(person), noTransaction),
    canPrintAllRecords(person) ||
      (person.employeeId !== null && hasCurrentClass(person.employeeId, noTransaction)),
  ]);
  const has = { read, listed, own };
  return allowed.filter(({ classes }) => classes === undefined || has[classes]);
}

/** Returns the first kind for which the person has a class in the current term, because others would be empty. */
async function firstUsableKind(
  person: Person,
  kinds: readonly ReportKind[],
): Promise<ReportKind | undefined> {
  const { term } = await findRequestedTerm(null, noTransaction);
  const known = new Map<ReportKind["classes"], boolean>([[undefined, true]]);
  for (const kind of kinds) {
    if (!known.has(kind.classes))
      known.set(kind.classes, term !== null && (await classesOf(person, kind, term)).length > 0);
    if (known.get(kind.classes)) return kind;
  }
  return kinds[0];
}

/** Returns the classes to choose from; none for a report on the whole school. */
async function classesOf(person: Person, kind: ReportKind, term: TermRow): Promise<ClassWithTeachersRow[]> {
  if (!kind.classes) return [];
  const { academic_year_id: academicYearId, academic_term_id: academicTermId } = term;
  return listOfferedClasses(person, kind.classes, { academicYearId, academicTermId, formClassId: null });
}

/**
 * Returns the level whose classes the page lists: the requested level, the chosen level, or the level of the chosen
 * class. The default is the level of the person's own class, which is also the default choice.
 */
function findListedLevel(
  rows: readonly ClassWithTeachersRow[],
  { level, whose, ownLevel }: PrintParams & { ownLevel: number | null },
): number | null {
  const chosen = parsePrintScope(whose);
  const classId = chosen?.of === "class" ? chosen.classId : null;
  const ofChosen =
    chosen?.of === "level" ? chosen.formLevel : rows.find(({ class_id }) => class_id === classId)?.form_level;
  return chooseShownLevel(countLevels(rows), level ?? ofChosen ?? ownLevel).shown;
}

async function countedClasses(
  rows: readonly ClassWithTeachersRow[],
  term: TermRow,
): Promise<PrintClassOption[]> {
  const classIds = rows.map(({ class_id }) => class_id);
  const [counts, { flavour }] = await Promise.all([
    countStudentsByClass({ classIds, academicTermId: term.academic_term_id }, noTransaction),
    getSchool(noTransaction),
  ]);
  const countsOf = new Map(counts.map((count) => [count.class_id, count]));
  return rows.map(({ class_id: classId, form_class_id, form_level, group_title, label, teachers }) => {
    const { students = 0, signed = 0 } = countsOf.get(classId) ?? {};
    return {
      classId,
      label,
      students,
      signed,
      formLevel: form_level,
      // In a primary school, the name of the form class is a shorter name of the level.
      level: flavour === "primary" ? form_class_id : group_title,
      teachers: joinTeacherNames(teachers),
      isNameless: teachers.length === 0 && findFormClassAndTeacher(rows, classId) === null,
    };
  });
}

/** Lists the students whose cards have characters that no font has, so that somebody can change them first. */
async function unprintableTexts(
  rows: readonly ClassWithTeachersRow[],
  { academic_term_id: academicTermId }: TermRow,
): Promise<PrintScreen["unprintable"]> {
  const classIds = rows.map(({ class_id }) => class_id);
  const texts = await listUnusualTexts({ classIds, academicTermId }, noTransaction);
  return texts
    .map(({ class_id: classId, text, ...student }) => ({
      classId,
      name: formatRegisterName(student),
      characters: findUnprintable(text).join(" "),
    }))
    .filter(({ characters }) => characters !== "");
}

async function monthsIn({ academic_term_id }: TermRow): Promise<PrintScreen["months"]> {
  const { terms, today } = await loadSchoolCalendar(noTransaction);
  const span = terms.find((term) => term.academic_term_id === academic_term_id);
  return span ? listMonthsOfTerm(span, today) : [];
}

function shown({
  kind,
  title,
  about,
  whose,
  asks,
  formats,
  inBatches,
  spansClasses,
  each,
}: ReportKind): Omit<PrintScreen["kind"], "currentTerm"> {
  return { kind, title, about, whose, asks, formats, inBatches, spansClasses, each };
}

type Found = { students: StudentOption[]; found: number };
type Among = { classes: readonly ClassWithTeachersRow[]; academicTermId: number };

/** Finds the students to choose from: one page of search results, and the student already chosen. */
async function findStudents(
  kind: ReportKind,
  { whose, search, page }: PrintParams,
  { classes, academicTermId }: Among,
): Promise<Found> {
  if (kind.whose !== "student" && kind.whose !== "class or student") return { students: [], found: 0 };
  const among = { classIds: classes.map(({ class_id }) => class_id), academicTermId };
  const words = splitSearch(search);
  const chosen = parsePrintScope(whose);
  const all = { ...among, words: [], limit: STUDENTS_PER_PAGE, offset: (page - 1) * STUDENTS_PER_PAGE };
  const [listed, already] = await Promise.all([
    // A report that is always about one student lists the students even before a search.
    words.length > 0 || kind.whose === "student"
      ? listStudentsOfClasses({ ...all, words, studentId: null }, noTransaction)
      : [],
    chosen?.of === "student"
      ? listStudentsOfClasses({ ...all, studentId: chosen.studentId, offset: 0 }, noTransaction)
      : [],
  ]);
  const others = already.filter(({ student_id }) => !listed.some((item) => item.student_id === student_id));
  return { students: [...others, ...listed].map(offered), found: listed[0]?.found ?? 0 };
}

function offered(student: FoundStudent): StudentOption {
  return {
    studentId: student.student_id,
    name: formatRegisterName(student),
    classId: student.class_id,
    label: student.label,
  };
}

export type PrintedDocumentView = {
  title: string;
  about: string;
  /** The URL for showing the document; null if browsers cannot show the format. */
  src: string | null;
  downloads: { words: string; href: string }[];
  closeTo: string;
  /** The URL of the next class's document; null after the last class. */
  nextTo: string | null;
};

/** A redirect: to the choices if nothing was chosen, or to the page that starts a batch. */
type PrintRedirect = { go: string };

/** Finds the URL of the chosen document. @throws notFound when the person may not read the document */
export async function findDocumentRedirect(
  person: Person,
  input: PrintParams,
  isDownload: boolean,
): Promise<PrintRedirect> {
  const found = await chosenFor(person, input);
  if ("go" in found) return found;
  const { kind, params, addressIn } = found;
  return { go: addressIn(params.format ?? kind.formats[0], isDownload) };
}

/** Loads the viewer of the chosen document. @throws notFound */
export async function loadDocumentView(
  person: Person,
  input: PrintParams,
): Promise<PrintedDocumentView | PrintRedirect> {
  const found = await chosenFor(person, input);
  if ("go" in found) return found;
  const { kind, params, addressIn } = found;
  const others = kind.formats.filter((format) => format !== params.format);
  return {
    ...headOf(found),
    src: params.format === "pdf" ? addressIn("pdf", false) : null,
    downloads: [params.format ?? kind.formats[0], ...others].map((format) => ({
      words: FORMAT_TITLES[format].download,
      href: addressIn(format, true),
    })),
    closeTo: kind.closesAll ? PATHS.mainMenu : printUrl(params),
    nextTo: nextOf(found),
  };
}

type ChosenDocument = PrintOptions & {
  params: PrintParams;
  made: PlannedPrint;
  addressIn: (format: DocumentFormat, isSaved: boolean) => string;
};

async function chosenFor(person: Person, input: PrintParams): Promise<ChosenDocument | PrintRedirect> {
  const offered = await loadPrintOptions(person, input);
  if (offered === "no term") throw notFound("You can print documents once the first term has begun.");
  if (offered === "no class") throw notFound("You cannot print this report. Choose another report.");
  const { screen, kind } = offered;
  const isComplete = isOffered(input, screen) && screen.params.noDay === null;
  const made = isComplete ? findDocumentToPrint(screen, screen.params) : null;
  if (made?.batch) return { go: made.batch.to };
  if (!made) return { go: printUrl(screen.params, { isMissing: true }) };
  const chosen = chosenIn(offered);
  const addressIn = (format: DocumentFormat, isSaved: boolean) =>
    documentAddress(kind, chosen, { format, isSaved });
  return { ...offered, params: screen.params, made, addressIn };
}

/** Returns false if another student or class had to replace the requested one, which the person might not notice. */
function isOffered({ whose }: PrintParams, { kind, params }: PrintScreen): boolean {
  return whose === null || kind.whose === "school" || whose === params.whose;
}

function chosenIn({ screen, term, rows }: PrintOptions): DocumentChoices {
  const { params, students } = screen;
  const whose = parsePrintScope(params.whose);
  const studentId = whose?.of === "student" ? whose.studentId : null;
  const student = students.find((item) => item.studentId === studentId);
  const classId = whose?.of === "class" ? whose.classId : (student?.classId ?? 0);
  const [first, last] = listClassMarkSheetTypes(term.assessment_type);
  return {
    academicTermId: term.academic_term_id,
    studentId,
    day: params.day,
    month: params.month ?? "",
    held: { classId, ...(findFormClassAndTeacher(rows, classId) ?? NO_CLASS) },
    formLevel: whose?.of === "level" ? whose.formLevel : 0,
    sheet: params.sheet === 1 ? first : last,
  };
}

const NO_CLASS = { formClassId: "", employeeId: null };

/** Returns the title, such as `Report Cards, Std 4 R`, and the line below it. */
function headOf({
  kind,
  screen,
  term,
  params,
  made,
}: ChosenDocument): Pick<PrintedDocumentView, "title" | "about"> {
  const { strong, aside, unsigned } = made.outcome;
  const [only, other] = listClassesInPrintScope(params.whose, screen.classes);
  const sheet = screen.sheets.find(({ id }) => id === params.sheet);
  const about = [
    periodLabel(term.academic_year_id, term.term),
    sheet?.title,
    other ? null : only?.teachers,
    only && (kind.each ? [strong, unsigned].filter(Boolean).join(", ") : aside),
  ];
  return {
    title: [kind.heading ?? kind.title, made.of].filter(Boolean).join(", "),
    about: about.filter(Boolean).join(" · "),
  };
}

function nextOf({ screen: { classes }, params }: ChosenDocument): string | null {
  const whose = parsePrintScope(params.whose);
  const named = classes.filter(({ isNameless }) => !isNameless);
  const at = named.findIndex(({ classId }) => whose?.of === "class" && classId === whose.classId);
  const next = at < 0 ? undefined : named[at + 1];
  return next
    ? printUrl({ ...params, whose: formatPrintScope({ of: "class", classId: next.classId }) }, { on: "view" })
    : null;
}
