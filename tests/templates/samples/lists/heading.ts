import { samplePrintTime, sampleSchool } from "../school.ts";
import type { ListHeading } from "#templates/list/data.ts";

/** The heading of a class's list, for the samples of all kinds. */
export const sampleHeading: ListHeading = {
  school: sampleSchool,
  title: "List",
  about: "Standard 4",
  aside: "Mrs. A. Ramkissoon, Mr. J. Sealy",
  counts: [{ figure: 35, words: "students" }],
  period: "Term 3, 2025–2026",
  referenceDate: null,
  printed: samplePrintTime,
  keys: [],
  notes: [],
};
