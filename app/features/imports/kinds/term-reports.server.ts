import { listReportsToImport, type ReportToImport } from "#db/queries/imports/marks.ts";
import type { SnapshotRow } from "#db/queries/people/merges/images.ts";
import { getCurrentTerm, type CurrentTermRow } from "#db/queries/school.ts";
import { RATINGS } from "#domain/grades.ts";
import { formatRegisterName } from "#domain/names.ts";
import type { ImportCells, ImportColumn, ImportRemark, MatchedImportRow } from "#domain/people/imports.ts";
import { BEHAVIOUR_FIELDS } from "#domain/term-reports.ts";
import {
  changedValues,
  listRefusedImportChanges,
  parseRowValues,
  readCellText,
  toChangeLines,
  toRefusalLine,
  toRefusalLines,
  withoutDashes,
} from "#fields/imported/row-values.rules.ts";
import { columnsToValues, valuesToColumns } from "#fields/record.ts";
import {
  listFieldsWrittenBy,
  findRecordRefusal,
  TERM_RECORD_COLUMNS,
  TERM_RECORD_FIELDS,
  termRecordFields,
  type TermRecordRules,
} from "#fields/term-record.ts";
import {
  defineSchoolImport,
  planImportRow,
  refuseImportRow,
  type CheckedSchoolRow,
} from "../school-import.server.ts";
import {
  isNameOfTerm,
  createOtherTermRefusal,
  createUnknownStudentRefusal,
  mapStudentsById,
} from "./marks.server.ts";
import { NO_TERM_REFUSAL } from "./school-lists.server.ts";

type Known = { term: CurrentTermRow; reports: ReadonlyMap<string, ReportToImport> } | null;

/** The principal's comment is left out, because only the principal writes it. */
const PRINCIPALS = "principal_comment";

/** The names that other programs and schools use. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  total_sessions: ["Sessions", "Total Days"],
  sessions_absent: ["Absent", "Absences", "Days Absent", "Times Absent"],
  sessions_late: ["Late", "Times Late", "Tardy", "Late Arrivals"],
  promoted_to: ["Promotion", "Next Class"],
  punctual: ["Punctuality"],
  judgement: ["Judgment"],
  teacher_comment: ["Comment", "Comments", "Teacher Comment", "Form Teacher's Comment", "Remarks"],
};

const COLUMNS: readonly ImportColumn[] = [...TERM_RECORD_FIELDS.values()]
  .filter(({ name }) => name !== PRINCIPALS)
  .map(({ name, title }) => ({ name, title, also: ALSO[name] ?? [] }));

/** Imports the term reports of the current term: sessions, behaviour, decisions and the teacher's comment. */
export const TERM_REPORTS_IMPORT = defineSchoolImport<Known>({
  kind: "term-reports",
  columns: [{ name: "student_id", title: "Student ID" }, { name: "term", title: "Term" }, ...COLUMNS],
  needed: ["student_id"],
  load: async (_rows, t) => {
    const term = await getCurrentTerm(t);
    if (!term) return null;
    const reports = await listReportsToImport({ academicTermId: term.academic_term_id }, t);
    return { term, reports: mapStudentsById(reports) };
  },
  judge: judgeReport,
});

function judgeReport({ row, cells }: MatchedImportRow, known: Known): CheckedSchoolRow {
  const id = readCellText(cells, "student_id");
  if (!known) return refuseImportRow({ row, name: id || "–" }, NO_TERM_REFUSAL);
  const { academic_term_id: termId, term } = known.term;
  const report = known.reports.get(id.toLowerCase());
  if (!report) return refuseImportRow({ row, name: id || "–" }, [createUnknownStudentRefusal(id)]);
  const { student_id: publicId, label, record, student_key } = report;
  const about = { row, name: formatRegisterName(report), publicId, class: label };
  if (!isNameOfTerm(readCellText(cells, "term"), termId))
    return refuseImportRow(about, [createOtherTermRefusal("reports", termId)]);
  const rules: TermRecordRules = {
    term,
    termSessions: report.total_sessions,
    editable: listFieldsWrittenBy(["teacher"], term),
    promotedTo: report.forms_above,
    repeating: report.forms_beside,
  };
  const fields = termRecordFields(rules);
  const { student_id: _, term: _term, ...written } = cells;
  const before = columnsToValues(TERM_RECORD_FIELDS, record ?? blankRecord(report));
  const changes = changedValues(before, parseRowValues(withRatingLetters(withoutDashes(written)), fields));
  const refusal = findRecordRefusal({ changes, values: { ...before, ...changes } }, rules);
  const faults = [
    ...listRefusedImportChanges(changes, { fields, cells }),
    ...toRefusalLines(refusal ? [refusal] : [], changes, { fields, cells }),
  ];
  if (faults.length > 0) return refuseImportRow(about, faults);
  const lines = toChangeLines(changes, { fields, before }).map((line): ImportRemark =>
    // The term is shown, so reports that were checked in one term are not imported into the next.
    line.say === "change" ? { ...line, title: `${line.title}, Term ${term}` } : line,
  );
  const target = String(student_key);
  if (lines.length === 0) return planImportRow({ ...about, target, writes: [], lines });
  if (report.is_signed)
    return refuseImportRow(about, [
      toRefusalLine("Report", "the principal has signed this report; change it under Term Reports"),
    ]);
  const columns = valuesToColumns(TERM_RECORD_FIELDS, { ...before, ...changes });
  const stored = record && { term_record_id: record.term_record_id, version: record.version };
  const key: SnapshotRow = stored ? {} : { student_key, academic_term_id: termId };
  const write = { table: "term_records" as const, stored, values: { ...key, ...columns } };
  return planImportRow({ ...about, target, writes: [write], lines });
}

/** Replaces a rating in words, such as Sometimes, by its letter. */
function withRatingLetters(cells: ImportCells): ImportCells {
  const named = Object.entries(cells).map(([name, cell]) => {
    const text = readCellText(cells, name).toLowerCase();
    const letter = Object.entries(RATINGS).find(([, words]) => words.toLowerCase() === text)?.[0];
    const isRating = letter !== undefined && BEHAVIOUR_FIELDS.some((field) => field === name);
    return [name, isRating ? { ...cell, text: letter } : cell] as const;
  });
  return Object.fromEntries(named);
}

/** The columns of a report that does not exist yet. */
function blankRecord({ total_sessions }: ReportToImport): Record<(typeof TERM_RECORD_COLUMNS)[number], null> {
  const blank = Object.fromEntries(TERM_RECORD_COLUMNS.map((name) => [name, null]));
  return { ...blank, total_sessions } as Record<(typeof TERM_RECORD_COLUMNS)[number], null>;
}
