import {
  findClassReference,
  type DocumentChoices,
  documentAddress,
  type DocumentFormat,
} from "#domain/documents/kind.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { listClassSheets, periodLabel } from "#domain/terms.ts";
import { notFound } from "#runtime/errors.ts";
import { printUrl, parseScope, formatScope, type PrintParams, type PrintScreen } from "./params.rules.ts";
import { loadPrintOptions, type PrintOptions } from "./read-print.server.ts";
import { listClassesInPrintScope, FORMAT_TITLES, planPrint, type PlannedPrint } from "./words.rules.ts";

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
export type PrintRedirect = { go: string };

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

type Found = PrintOptions & {
  params: PrintParams;
  made: PlannedPrint;
  addressIn: (format: DocumentFormat, isSaved: boolean) => string;
};

async function chosenFor(person: Person, input: PrintParams): Promise<Found | PrintRedirect> {
  const offered = await loadPrintOptions(person, input);
  if (offered === "no term") throw notFound("You can print documents once the first term has begun.");
  if (offered === "no class") throw notFound("You cannot print this report, or it no longer exists.");
  const { screen, kind } = offered;
  const isComplete = isOffered(input, screen) && screen.params.noDay === null;
  const made = isComplete ? planPrint(screen, screen.params) : null;
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
  const whose = parseScope(params.whose);
  const studentId = whose?.of === "student" ? whose.studentId : null;
  const student = students.find((item) => item.studentId === studentId);
  const classId = whose?.of === "class" ? whose.classId : (student?.classId ?? 0);
  const [first, last] = listClassSheets(term.assessment_type);
  return {
    academicTermId: term.academic_term_id,
    studentId,
    day: params.day,
    month: params.month ?? "",
    held: { classId, ...(findClassReference(rows, classId) ?? NO_CLASS) },
    formLevel: whose?.of === "level" ? whose.formLevel : 0,
    sheet: params.sheet === 1 ? first : last,
  };
}

const NO_CLASS = { formClassId: "", employeeId: null };

/** Returns the title, such as `Report Cards, Std 4 R`, and the line below it. */
function headOf({ kind, screen, term, params, made }: Found): Pick<PrintedDocumentView, "title" | "about"> {
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

function nextOf({ screen: { classes }, params }: Found): string | null {
  const whose = parseScope(params.whose);
  const named = classes.filter(({ isNameless }) => !isNameless);
  const at = named.findIndex(({ classId }) => whose?.of === "class" && classId === whose.classId);
  const next = at < 0 ? undefined : named[at + 1];
  return next
    ? printUrl({ ...params, whose: formatScope({ of: "class", classId: next.classId }) }, { on: "view" })
    : null;
}
