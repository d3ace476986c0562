import { awkwardNames, sampleNames } from "./names.ts";
import { samplePrintTime, sampleSchool } from "./school.ts";
import type { BatchCover } from "#templates/batch-cover/pdf.ts";

const NOTES = new Map([
  [4, "no principal’s signature"],
  [19, "changed since posted"],
  [28, "no principal’s signature, changed since posted"],
]);

const CLASS: BatchCover = {
  school: sampleSchool,
  title: "Report Cards, Standard 4, 2025-2026, Term 3",
  printed: samplePrintTime,
  kind: "Report Cards",
  about: "Standard 4",
  teachers: "Mrs. A. Ramkissoon",
  period: "End of Term 3, 2025–2026",
  counts: [
    { figure: "35", words: "report cards" },
    { figure: "33", words: "signed by the principal" },
    { figure: "35", words: "with a teacher’s comment" },
    { figure: "2", words: "changed since posted" },
  ],
  heading: "Name",
  columns: [],
  parts: partsOf(35),
  foot: ["Prepared 2 Jul 2026, 14:05, for W. Lezama", "run 1182", "data 7F3A-91C2-04DE"],
};

const SCHOOL: BatchCover = {
  ...CLASS,
  kind: "Mark Sheets",
  about: "Whole School",
  teachers: "",
  heading: "Class",
  columns: ["Students"],
  counts: [
    { figure: "36", words: "mark sheets" },
    { figure: "1,192", words: "students" },
  ],
  parts: Array.from({ length: 36 }, (_, index) => ({
    name: `Form ${1 + Math.floor(index / 6)}${"ABCDEF"[index % 6]}`,
    notes: "",
    figures: [30 + (index % 7)],
    pages: 1 + (index % 2),
  })),
};

export const samples: Record<string, BatchCover> = {
  class: CLASS,
  "a large class": { ...CLASS, parts: partsOf(64) },
  school: SCHOOL,
  one: { ...CLASS, parts: partsOf(1) },
  "awkward names": {
    ...CLASS,
    school: {
      ...sampleSchool,
      name: "Poui Hill and Upper Cocoa Panyol Government Primary School",
      logo: null,
    },
    parts: awkwardNames.map((name) => ({ name, notes: "", figures: [], pages: 2 })),
  },
};

function partsOf(count: number): BatchCover["parts"] {
  return Array.from({ length: count }, (_, index) => ({
    name: sampleNames[index % sampleNames.length] ?? "",
    notes: NOTES.get(index) ?? "",
    figures: [],
    pages: 1,
  }));
}
