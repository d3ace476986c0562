import { sampleRecordHeading } from "./transcript.ts";
import type { CumulativeRecord } from "#templates/cumulative-record/list.ts";

const SUBJECTS = ["English Language", "Information and Communication Technology", "Mathematics", "Spanish"];

const record: CumulativeRecord = {
  ...sampleRecordHeading,
  title: "Cumulative record",
  years: ["2024–2025, Form 1C", "2025–2026, Form 2C"].map((title) => ({
    title,
    rows: SUBJECTS.map((subject, index) => ({
      subject,
      terms: [String(70 + index), "Absent", "100"],
      year: String(71 + index),
      grade: "B",
    })),
    closing: [
      { label: "Average", terms: ["72.4%", "68.0%", "75.1%"], year: "72.8%" },
      { label: "Position in class", terms: [], year: "= 12 of 40" },
      { label: "Sessions absent", terms: ["4 of 122", "6 of 130", "0 of 124"], year: "10 of 376" },
      { label: "Promoted to Form 3", terms: [], year: "" },
    ],
    comments: [1, 2, 3].map((term) => ({
      term: `Term ${term}`,
      teacher:
        "She reads widely, and explains her thinking clearly to her classmates. Her project was the best.",
      principal: term === 2 ? "" : "A fine term’s work. Keep reading, and arrive early.",
    })),
  })),
};

export const samples: Record<string, CumulativeRecord> = {
  "two years": record,
  "many years": { ...record, years: [...record.years, ...record.years, ...record.years] },
  "no results": { ...record, years: [] },
};
