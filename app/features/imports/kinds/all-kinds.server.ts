import { isSchoolImportKind, type SchoolImportKind } from "#domain/people/imports.ts";
import { notFound } from "#runtime/errors.ts";
import {
  WORKBOOK_IMPORT,
  type ImportDefinition,
  type ImportDefinitions,
  type ImportPageDefinition,
} from "../definition.server.ts";
import { CHOICES_IMPORT } from "./choices.server.ts";
import { CLASSES_IMPORT } from "./classes.server.ts";
import { LESSONS_IMPORT } from "./lessons.server.ts";
import { defineMarksByStudent, MARKS_IMPORT } from "./marks.server.ts";
import { PAST_MARKS_IMPORT } from "./past-marks.server.ts";
import { SUBJECTS_IMPORT } from "./subjects.server.ts";
import { TERM_REPORTS_IMPORT } from "./term-reports.server.ts";

type OwnKind = Exclude<SchoolImportKind, "entrants">;

/**
 * The imports of the school itself. To add a kind, add a line here. New entrants are imported by the import of
 * students.
 */
export const SCHOOL_IMPORTS: Pick<ImportDefinitions, OwnKind> = {
  subjects: SUBJECTS_IMPORT,
  classes: CLASSES_IMPORT,
  lessons: LESSONS_IMPORT,
  choices: CHOICES_IMPORT,
  marks: MARKS_IMPORT,
  "marks-by-student": defineMarksByStudent,
  "term-reports": TERM_REPORTS_IMPORT,
  "past-marks": PAST_MARKS_IMPORT,
};

type Params = Readonly<Record<string, string | undefined>>;

/** Returns the kind of import in an address. @throws notFound */
export function parseSchoolImportKind({ importKind: kind }: Params): SchoolImportKind | "workbook" {
  if (kind === "workbook") return kind;
  if (!isSchoolImportKind(kind))
    throw notFound("This kind of import does not exist. Choose an import under Settings, Data import.");
  return kind;
}

/** Returns the definition of the import in an address. @throws notFound */
export async function findSchoolImport(
  params: Params,
  { entrants }: { entrants: ImportDefinition },
): Promise<ImportPageDefinition> {
  const kind = parseSchoolImportKind(params);
  if (kind === "workbook") return WORKBOOK_IMPORT;
  const definition = kind === "entrants" ? entrants : SCHOOL_IMPORTS[kind];
  return typeof definition === "function" ? definition() : definition;
}
