/** How the rows of a table are called, one and several. */
const TABLES: Readonly<Record<string, readonly [one: string, several: string]>> = {
  students: ["General Info", "General Info"],
  student_personal: ["Personal Info", "Personal Info"],
  student_medical: ["Medical Info", "Medical Info"],
  student_family: ["Family Info", "Family Info"],
  student_documents: ["document", "documents"],
  registrations: ["term in a class", "terms in a class"],
  student_subject_assignments: ["chosen subject", "chosen subjects"],
  term_records: ["term report", "term reports"],
  marks: ["mark", "marks"],
  criterion_grades: ["grade of a criterion", "grades of criteria"],
  attendance_entries: ["entry in registers", "entries in registers"],
  absence_calls: ["call to the family", "calls to the family"],
};

/** `24 marks`; nothing where there is none, and of a tab of the record its title alone. */
export function countedRows(table: string, count: number): string[] {
  const [one = table, several = table] = TABLES[table] ?? [];
  if (count === 0) return [];
  return [one === several ? one : `${count} ${count === 1 ? one : several}`];
}
