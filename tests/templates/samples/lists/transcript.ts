import { sampleHeading } from "./heading.ts";
import type { Transcript, TranscriptRow } from "#templates/transcript/list.ts";

const LEVELS = ["Form 1", "Form 2", "Form 3", "Form 4", "Form 5"];
const years = LEVELS.map((level, index) => ({
  label: `${2021 + index}–${2022 + index}`,
  level,
  className: `${index + 1}C`,
}));

function row(subject: string, results: readonly (number | null)[]): TranscriptRow {
  return {
    subject,
    results: results.map((result) =>
      result === null ? null : { result: String(result), grade: result >= 80 ? "A" : "B" },
    ),
  };
}

const ALL = ["English Language", "Mathematics", "Physical Education", "Social Studies", "Spanish"];
const LOWER = ["Geography", "Information and Communication Technology", "Visual and Performing Arts"];
const UPPER = ["Accounting", "Biology", "Principles of Business"];

export const sampleRecordHeading = {
  ...sampleHeading,
  title: "Transcript",
  about: "Renée Anne-Marie Fortuné",
  aside: "",
  counts: [],
  period: "2021–2026",
  facts: [
    { label: "Student ID", value: "IG-21040" },
    { label: "Date of birth", value: "30 Oct 2009" },
    { label: "Entered", value: "6 Sep 2021, Form 1C" },
    { label: "Left", value: "3 Jul 2026, Form 5B" },
  ],
  keys: [{ letter: "A", meaning: "80–100" }],
  notes: ["Pass mark 50", "Years before 2023–2024 come from the marks archive"],
  signed: [
    { words: "Principal", share: 180 },
    { words: "School’s stamp", share: 180 },
    { words: "Date of issue", share: 90 },
  ],
};

const transcript: Transcript = {
  ...sampleRecordHeading,
  years,
  groups: [
    { title: "", rows: ALL.map((subject, index) => row(subject, [73 + index, 75, 71, 76, 100])) },
    { title: "Form 1 to Form 3", rows: LOWER.map((subject) => row(subject, [81, 77, 83, null, null])) },
    { title: "Form 4 and Form 5", rows: UPPER.map((subject) => row(subject, [null, null, null, 67, 68])) },
  ],
  summary: [
    { label: "Average for the year", values: years.map(() => "72.8%"), isStrong: true },
    {
      label: "Position in class",
      values: ["12 of 40", "= 9 of 41", "8 of 41", "Not ranked", "–"],
      isStrong: false,
    },
    { label: "Subjects passed", values: years.map(() => "13 of 13"), isStrong: false },
    { label: "Sessions absent", values: years.map(() => "10 of 376"), isStrong: false },
    { label: "End of the year", values: years.map(() => "Promoted"), isStrong: false },
  ],
};

export const samples: Record<string, Transcript> = {
  "five years": transcript,
  "seven years": {
    ...transcript,
    years: [...years, ...years.slice(0, 2)],
    groups: transcript.groups.map((group) => ({
      ...group,
      rows: group.rows.map((item) => ({ ...item, results: [...item.results, null, null] })),
    })),
    summary: transcript.summary.map((line) => ({ ...line, values: [...line.values, "–", "–"] })),
  },
  "no results": { ...transcript, years: [], groups: [], summary: [] },
};
