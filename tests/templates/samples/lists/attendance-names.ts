import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { AttendanceList } from "#templates/attendance-names/list.ts";

export const samples: Record<string, AttendanceList> = {
  typical: namesOf("absent", [...sampleNames, ...sampleNames].slice(0, 36)),
  "awkward names": namesOf("absent", awkwardNames),
  "shares of the term": namesOf("share", sampleNames.slice(0, 13)),
  "present on a day": namesOf("day", sampleNames),
  "no students": namesOf("absent", []),
};

function namesOf(kind: AttendanceList["kind"], names: readonly string[]): AttendanceList {
  return {
    ...sampleHeading,
    title: kind === "share" ? "Under 80% present" : "Absent today",
    about: kind === "share" ? `${names.length} students` : `${names.length} absent`,
    aside: "whole school",
    counts: [
      { figure: 1064, words: "present of 1,100 marked" },
      { figure: 23, words: "late" },
    ],
    period: "Thursday 3 December 2026, 9:40",
    notes: ["No register yet: 2E, 4E, 6J.", "For the school’s staff only."],
    kind,
    hasNumbers: kind !== "day",
    rows: names.map((name, index) => ({
      name,
      label: `${1 + Math.floor(index / 7)}${"ABCDE"[Math.floor(index / 2) % 5] ?? ""}`,
      present: kind === "share" ? `${(61.3 + index).toFixed(1)}%` : "",
      days: kind === "share" ? `${24 - index} days` : index % 4 === 0 ? "3rd day" : "",
      isLong: kind === "absent" && index % 4 === 0,
      reason: index % 5 === 0 ? "" : "Sick: has a fever",
      contact: `${index % 6 === 0 ? "Grandmother" : "Mother"}${kind === "share" ? ", Annette Gordon" : ""}`,
      called: index % 3 === 0 ? "Not called yet" : "Called on 2 Dec by N. Ali",
      phone: `555 ${5174 + 23 * index}`,
    })),
  };
}
