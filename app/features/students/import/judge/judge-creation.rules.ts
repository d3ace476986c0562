import { formatDate } from "#domain/dates.ts";
import { formatRegisterName } from "#domain/names.ts";
import { SIMILARITY_WORDS, type SimilarityReason } from "#domain/people/alike.ts";
import {
  NEW_PERSON,
  type MatchedImportRow,
  type ImportCells,
  type ImportLine,
  type ImportRefusals,
} from "#domain/people/imports.ts";
import {
  toRefusalLine,
  toRefusalLines,
  listRefusedImportChanges,
  readCellText,
  parseRowValues,
} from "#fields/imported/row-values.rules.ts";
import { generalFields } from "#fields/people/student-general.ts";
import type { FieldValues } from "#fields/value.ts";
import { checkNewStudent } from "../../general/general.rules.ts";
import type { SimilarStudentData, ExistingStudent, CheckedStudentRow, ImportContext } from "./known.ts";
import {
  findImportClass,
  readGeneralValues,
  withEditableClass,
  findValueHolders,
} from "./student-values.rules.ts";

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
  const lines: ImportLine[] = [{ say: "words", words: newWords(wanted) }, ...classLines(wanted, known)];
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
): ImportLine[] {
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
): ImportLine {
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
