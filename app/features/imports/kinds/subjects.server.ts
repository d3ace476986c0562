import { listSubjectsWithUse, type ListedSubject } from "#db/queries/school-subjects.ts";
import type { ImportRefusals } from "#domain/people/imports.ts";
import { LONGEST_ABBREVIATION, LONGEST_SUBJECT_TITLE } from "#domain/school/subject-names.ts";
import { readCellText, toRefusalLine } from "#fields/imported/row-values.rules.ts";
import { textField } from "#fields/texts.ts";
import { defineSchoolImport, planImportRow, refuseImportRow } from "../school-import.server.ts";

const TITLE = textField({ longest: LONGEST_SUBJECT_TITLE });
const ABBREVIATION = textField({ longest: LONGEST_ABBREVIATION });

/** Imports the subjects of the school by their titles. A subject that was retired is brought back. */
export const SUBJECTS_IMPORT = defineSchoolImport<readonly ListedSubject[]>({
  kind: "subjects",
  columns: [
    { name: "subject", title: "Subject", also: ["Subject Name", "Title", "Course"] },
    { name: "abbr", title: "Abbreviation", also: ["Abbr", "Short Name", "Code"] },
  ],
  needed: ["subject"],
  load: (_rows, t) => listSubjectsWithUse(t),
  judge: ({ row, cells }, subjects) => {
    const title = readCellText(cells, "subject").replace(/\s+/g, " ");
    const abbr = readCellText(cells, "abbr");
    const about = { row, name: title || "–", class: abbr };
    const called = subjects.filter((subject) => subject.title.toLowerCase() === title.toLowerCase());
    const stored = called.find(({ is_active }) => is_active) ?? called[0];
    const faults = [
      ...faultsIn("Subject", title, TITLE.refuse(title)),
      ...(stored && abbr === "" ? [] : faultsIn("Abbreviation", abbr, ABBREVIATION.refuse(abbr))),
    ];
    if (faults.length > 0) return refuseImportRow(about, faults);
    const target = title.toLowerCase();
    if (!stored) {
      const writes = [{ table: "subjects" as const, stored: null, values: { title, abbr } }];
      return planImportRow({
        ...about,
        target,
        writes,
        lines: [{ say: "words", words: `Abbreviation ${abbr}` }],
      });
    }
    const isOther = abbr !== "" && abbr !== stored.abbr;
    const lines = [
      ...(isOther ? [{ say: "change" as const, title: "Abbreviation", from: stored.abbr, to: abbr }] : []),
      ...(stored.is_active ? [] : [{ say: "words" as const, words: "The retired subject is brought back" }]),
    ];
    const { subject_id, version } = stored;
    const values = { abbr: isOther ? abbr : stored.abbr, is_active: true };
    const writes =
      lines.length === 0 ? [] : [{ table: "subjects" as const, stored: { subject_id, version }, values }];
    return planImportRow({ ...about, class: values.abbr, target, writes, lines });
  },
});

function faultsIn(title: string, text: string, refused: string | null): ImportRefusals {
  if (text === "") return [toRefusalLine(title, "fill in this cell")];
  return refused === null ? [] : [toRefusalLine(title, refused)];
}
