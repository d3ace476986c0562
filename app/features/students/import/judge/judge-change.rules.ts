import { registerName } from "#domain/names.ts";
import type { MatchedRow, ImportLine, Refusals } from "#domain/people/imports.ts";
import { MERGED } from "#domain/people/students.ts";
import {
  changed,
  changeLines,
  refusal,
  refusedOf,
  textOf,
  valuesIn,
} from "#fields/imported/row-values.rules.ts";
import { generalFields, withClass } from "#fields/people/student-general.ts";
import { blankValues, fromColumns, type RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";
import { classRefusal } from "../../general/general.rules.ts";
import type { Here, Judgement, Known } from "./known.ts";
import { classIn, generalIn, withClassFieldOpen, findHolders } from "./student-values.rules.ts";

type Changing = { here: Here; known: Known; faults: Refusals };

/** Judges a row about an existing student: the changes, or the reasons for refusal. */
export function judgedChange(input: MatchedRow, { here, known, faults }: Changing): Judgement {
  const { before, changes, inClass, fields } = readChanges(input, here, known);
  const wanted = withClass(known.rules, { ...before.general, ...changes.general });
  const { cells, row } = input;
  const label = "class_id" in inClass.values ? textOf(cells, "form_class_id") : (here.label ?? "");
  const about = { row, publicId: here.student_id, name: registerName(here), class: label };
  const refusals = [
    ...(here.student_status_id === MERGED
      ? [refusal("Student ID", "this record was merged into another one")]
      : []),
    ...faults,
    ...inClass.faults,
    ...refusedOf(changes.general, { fields, cells }),
    ...classFaults({ changes: changes.general, values: wanted }, { here, known }),
    ...refusedOf(changes.personal, { fields: known.personal, cells }),
    ...findHolders(changes.general, { known, key: here.id }).map(({ line }) => line),
  ];
  if (refusals.length > 0) return { ...about, outcome: "refused", lines: refusals, write: null };
  const lines = [
    ...generalLines(changes.general, { fields, before: before.general, known, here }),
    ...changeLines(changes.personal, { fields: known.personal, before: before.personal }),
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

const NOTHING: ImportLine = { say: "words", words: "No changes" };

/** Compares a row with the student's stored values. */
function readChanges({ cells }: MatchedRow, here: Here, known: Known) {
  const rules = { ...known.rules, isIdClosed: true, isSerialLocked: here.serial_locked };
  const fields = withClassFieldOpen(generalFields(rules));
  const { class_id, form_class_id } = here;
  const before = {
    general: fromColumns(fields, { ...here.general, class_id, form_class_id }),
    personal: { ...blankValues(known.personal), ...fromColumns(known.personal, here.personal) },
  };
  const inClass = classIn(cells, known);
  const { student_id: _, ...general } = generalIn(cells, fields);
  const changes = {
    general: changed(before.general, { ...general, ...inClass.values }),
    personal: changed(before.personal, valuesIn(cells, known.personal)),
  };
  return { before, changes, inClass, fields };
}

type Judging = { here: Here; known: Known };

function classFaults(input: { changes: Values; values: Values }, { here, known }: Judging): Refusals {
  const { rules, term } = known;
  const found = classRefusal(input, { rules, term, student: here, hasEntries: false });
  return found ? [refusal("Class", found.reason)] : [];
}

type Told = { fields: RecordFields; before: Values; known: Known; here: Here };

function generalLines(
  { class_id: classId, form_class_id: _, ...changes }: Values,
  { fields, before, known, here }: Told,
): ImportLine[] {
  const lines = changeLines(changes, { fields, before });
  if (classId === undefined) return lines;
  const to = known.classes.find(({ class_id }) => class_id === classId)?.label ?? "";
  return [...lines, { say: "change", title: "Class", from: here.label ?? "none", to }];
}
