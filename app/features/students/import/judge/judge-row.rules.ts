import { formatRegisterName } from "#domain/names.ts";
import {
  type MatchedImportRow,
  type ImportRemark,
  type ImportRefusals,
  NEW_PERSON,
  type ImportCells,
} from "#domain/people/imports.ts";
import { STUDENT_MERGED, STUDENT_REGISTERED } from "#domain/people/students.ts";
import {
  changedValues,
  toChangeLines,
  toRefusalLine,
  listRefusedImportChanges,
  readCellText,
  parseRowValues,
  toRefusalLines,
  uniqueValueKey,
} from "#fields/imported/row-values.rules.ts";
import { generalFields, withClassFilledIn, GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { createBlankValues, columnsToValues, type RecordFields, findFieldTitle } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { formatDate } from "#domain/dates.ts";
import { SIMILARITY_WORDS, type SimilarityReason } from "#domain/people/alike.ts";
import { findClassRefusal, checkNewStudent, describeValueTaken } from "../../general/general.rules.ts";
import {
  type ExistingStudent,
  type CheckedStudentRow,
  type ImportContext,
  type SimilarStudentData,
  UNIQUE_STUDENT_FIELDS,
} from "./known.ts";

type Changing = { here: ExistingStudent; known: ImportContext; faults: ImportRefusals };

/** Checks a row about an existing student. Returns the changes, or the reasons why the row is refused. */
export function checkImportChange(
  input: MatchedImportRow,
  { here, known, faults }: Changing,
): CheckedStudentRow {
  const { before, changes, inClass, fields } = readChanges(input, here, known);
  const wanted = withClassFilledIn(known.rules, { ...before.general, ...changes.general });
  const { cells, row } = input;
  const label = "class_id" in inClass.values ? readCellText(cells, "form_class_id") : (here.label ?? "");
  const about = { row, publicId: here.student_id, name: formatRegisterName(here), class: label };
  const refusals = [
    ...(here.student_status_id === STUDENT_MERGED
      ? [toRefusalLine("Student ID", "this record was merged into another one")]
      : []),
    ...faults,
    ...otherPersonFaults(input, here),
    ...entrantFaults(here, known),
    ...inClass.faults,
    ...listRefusedImportChanges(changes.general, { fields, cells }),
    ...classFaults({ changes: changes.general, values: wanted }, { here, known }),
    ...listRefusedImportChanges(changes.personal, { fields: known.personal, cells }),
    ...findValueHolders(changes.general, { known, key: here.id }).map(({ line }) => line),
  ];
  if (refusals.length > 0) return { ...about, outcome: "refused", lines: refusals, write: null };
  const lines = [
    ...generalLines(changes.general, { fields, before: before.general, known, here }),
    ...toChangeLines(changes.personal, { fields: known.personal, before: before.personal }),
  ];
  if (lines.length === 0) return { ...about, outcome: "unchanged", lines: [NOTHING], write: null };
  const write = {
    row,
    key: here.id,
    general: wanted,
    personal: { ...before.personal, ...changes.personal },
    hasGeneral: Object.keys(changes.general).length > 0,
    hasPersonal: Object.keys(changes.personal).length > 0,
    classId: "class_id" in changes.general ? Number(changes.general["class_id"]) : null,
  };
  return { ...about, outcome: "changed", lines, write };
}

const IDENTIFYING = ["first_name", "last_name", "birth_certificate_pin"] as const;

/** Refuses a row that has the ID of one student but the name and PIN of another, unless a person chose the student. */
function otherPersonFaults({ cells, choice }: MatchedImportRow, here: ExistingStudent): ImportRefusals {
  const isOther = IDENTIFYING.every((name) => {
    const text = readCellText(cells, name);
    return text !== "" && text.localeCompare(here[name], "en", { sensitivity: "base" }) !== 0;
  });
  if (choice !== "" || !isOther) return [];
  const reason = `this is the ID of ${formatRegisterName(here)}, but neither the names nor the PIN match`;
  return [toRefusalLine("Student ID", reason)];
}

/** Refuses a student who is, or once was, at the school, because only the rollover moves such a student. */
function entrantFaults(here: ExistingStudent, { intake }: ImportContext): ImportRefusals {
  if (!intake) return [];
  if (here.presentClass) {
    const words = `this student is in ${here.presentClass} this year; choose the next class in the rehearsal of the new term`;
    return [toRefusalLine("Student ID", words)];
  }
  if (here.student_status_id <= STUDENT_REGISTERED) return [];
  return [toRefusalLine("Student ID", "this student has left: bring the student back first")];
}

const NOTHING: ImportRemark = { say: "words", words: "No changes" };

/** Compares a row with the student's stored values. */
function readChanges({ cells }: MatchedImportRow, here: ExistingStudent, known: ImportContext) {
  const rules = { ...known.rules, isIdClosed: true, isSerialLocked: here.serial_locked };
  const fields = withEditableClass(generalFields(rules));
  const { class_id, form_class_id } = here;
  const before = {
    general: columnsToValues(fields, { ...here.general, class_id, form_class_id }),
    personal: { ...createBlankValues(known.personal), ...columnsToValues(known.personal, here.personal) },
  };
  const inClass = findImportClass(cells, known);
  const { student_id: _, ...general } = readGeneralValues(cells, fields);
  const changes = {
    general: changedValues(before.general, { ...general, ...inClass.values }),
    personal: changedValues(before.personal, parseRowValues(cells, known.personal)),
  };
  return { before, changes, inClass, fields };
}

type Judging = { here: ExistingStudent; known: ImportContext };

function classFaults(
  input: { changes: FieldValues; values: FieldValues },
  { here, known }: Judging,
): ImportRefusals {
  const { rules, term } = known;
  const found = findClassRefusal(input, { rules, term, student: here, hasEntries: false });
  return found ? [toRefusalLine("Class", found.reason)] : [];
}

type Told = { fields: RecordFields; before: FieldValues; known: ImportContext; here: ExistingStudent };

function generalLines(
  { class_id: classId, form_class_id: _, ...changes }: FieldValues,
  { fields, before, known, here }: Told,
): ImportRemark[] {
  const lines = toChangeLines(changes, { fields, before });
  if (classId === undefined) return lines;
  const to = known.classes.find(({ class_id }) => class_id === classId)?.label ?? "";
  return [...lines, { say: "change", title: `Class in ${known.year}`, from: here.label ?? "none", to }];
}

type Creating = { known: ImportContext; faults: ImportRefusals };

export function checkImportCreation(
  { row, cells, choice }: MatchedImportRow,
  { known, faults }: Creating,
): CheckedStudentRow {
  const fields = withEditableClass(
    generalFields({ ...known.rules, isIdClosed: false, isSerialLocked: true }),
  );
  const inClass = findImportClass(cells, known);
  const typed = { ...readGeneralValues(cells, fields), ...inClass.values };
  const values = known.intake ? { entry_date: known.intake.firstDay, ...typed } : typed;
  const { wanted, refusals } = checkNewStudent(values, { rules: known.rules, term: known.term, fields });
  const personal = parseRowValues(cells, known.personal);
  const others = [
    ...faults,
    ...inClass.faults,
    ...entryFaults(wanted, known),
    ...toRefusalLines(refusals, wanted, { fields, cells }),
    ...listRefusedImportChanges(personal, { fields: known.personal, cells }),
  ];
  const alike = choice === NEW_PERSON ? [] : (known.alike.get(row) ?? []);
  const taken = findValueHolders(wanted, { known, key: null });
  const isAlikes = ({ student_id }: ExistingStudent) => alike.some((item) => item.student_id === student_id);
  const ofOthers = taken.filter(({ here }) => !isAlikes(here)).map(({ line }) => line);
  const about = { row, publicId: readCellText(cells, "student_id"), ...namedIn(cells) };
  if (others.length + ofOthers.length > 0)
    return { ...about, outcome: "refused", lines: [...others, ...ofOthers], write: null };
  if (alike.length > 0) {
    const lines = alike.map((item) => alikeLine(item, taken.length === 0));
    return { ...about, outcome: "choose", lines, write: null };
  }
  const lines: ImportRemark[] = [{ say: "words", words: newWords(wanted) }, ...classLines(wanted, known)];
  return { ...about, outcome: "created", lines, write: creation(row, wanted, personal) };
}

/** Refuses a new entrant of next year who would enter this year. */
function entryFaults({ entry_date: entry }: FieldValues, { intake, year }: ImportContext): ImportRefusals {
  if (!intake || typeof entry !== "string" || entry >= intake.earliest) return [];
  const reason = `enter a day of ${year}, or add a student who enters this year under Import students`;
  return [toRefusalLine("Entry Date", `${reason}, ‘${formatDate(entry)}’`)];
}

/** The class is shown with its year, so that a file checked before a rollover is not imported into another year. */
function classLines(
  { class_id: classId }: FieldValues,
  { intake, year, classes }: ImportContext,
): ImportRemark[] {
  const label = classes.find(({ class_id }) => class_id === classId)?.label;
  if (label) return [{ say: "words", words: `Goes to ${label} in ${year}` }];
  return intake ? [{ say: "words", words: `Enters in ${year}, no class yet` }] : [];
}

function creation(row: number, general: FieldValues, personal: FieldValues): CheckedStudentRow["write"] {
  const hasPersonal = Object.keys(personal).length > 0;
  const classId = Number(general["class_id"] ?? 0) || null;
  return { row, key: null, general, personal, hasGeneral: true, hasPersonal, classId };
}

function alikeLine(
  { likeness, student_id: publicId, label }: SimilarStudentData & { likeness: SimilarityReason },
  mayBeAnother: boolean,
): ImportRemark {
  const words = `May be ${publicId}, ${label ?? "not in a class"}: ${SIMILARITY_WORDS[likeness]}`;
  return { say: "alike", publicId, words, mayBeAnother };
}

function newWords(values: FieldValues): string {
  const day = (name: string) => (values[name] == null ? null : formatDate(String(values[name])));
  const [born, entry] = [day("date_of_birth"), day("entry_date")];
  const parts = [
    born && `born ${born}`,
    `PIN ${values["birth_certificate_pin"]}`,
    entry && `enters ${entry}`,
  ];
  const words = parts.filter(Boolean).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function namedIn(cells: ImportCells): { name: string; class: string } {
  const [first_name, last_name] = [readCellText(cells, "first_name"), readCellText(cells, "last_name")];
  return {
    name:
      first_name && last_name
        ? formatRegisterName({ first_name, last_name })
        : first_name || last_name || "–",
    class: readCellText(cells, "form_class_id"),
  };
}

/** Reads the fields of General. The class is read separately, because files give its label. */
function readGeneralValues(cells: ImportCells, fields: RecordFields): FieldValues {
  const { form_class_id: _, class_id: _class, ...values } = parseRowValues(cells, fields);
  return values;
}

/** Finds a class by its label. A form class with only one class also identifies that class. */
function findImportClass(
  cells: ImportCells,
  { classes, year, intake }: ImportContext,
): { values: FieldValues; faults: ImportRefusals } {
  const text = readCellText(cells, "form_class_id");
  if (text === "") return { values: {}, faults: [] };
  const same = (name: string) => name.toLowerCase() === text.toLowerCase();
  const [named] = classes.filter(({ label }) => same(label));
  const ofForm = classes.filter(({ form_class_id }) => same(form_class_id));
  const found = named ?? (ofForm.length === 1 ? ofForm[0] : undefined);
  if (found) return { values: { form_class_id: found.form_class_id, class_id: found.class_id }, faults: [] };
  const several = `several classes match ‘${text}’, enter one of them: ${ofForm.map(({ label }) => label).join(", ")}`;
  const none =
    intake && !intake.hasClasses
      ? `${year} has no classes yet; make them under Settings, Next year’s classes, or import them first`
      : `there is no class ‘${text}’ in ${year}`;
  const reason = ofForm.length > 1 ? several : none;
  return { values: {}, faults: [toRefusalLine("Class", reason)] };
}

/** Makes the class editable. Elsewhere it follows from the form class and the teacher. */
function withEditableClass(fields: RecordFields): RecordFields {
  return new Map(
    [...fields].map(([name, field]) => [name, name === "class_id" ? { ...field, closed: null } : field]),
  );
}

type ValueHolderSearch = { known: ImportContext; key: number | null };

/** Finds other students who already have the ID, PIN or serial number. */
function findValueHolders(
  values: FieldValues,
  { known, key }: ValueHolderSearch,
): { here: ExistingStudent; line: ImportRefusals[number] }[] {
  return UNIQUE_STUDENT_FIELDS.flatMap((name) => {
    const value = values[name] ?? null;
    const here = value === null ? undefined : known.here.get(uniqueValueKey(name, value));
    if (!here || here.id === key) return [];
    return [{ here, line: toRefusalLine(findFieldTitle(GENERAL_FIELDS, name), describeValueTaken(here)) }];
  });
}
