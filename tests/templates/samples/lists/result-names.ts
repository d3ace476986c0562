import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { MarkList } from "#templates/result-names/list.ts";

export const samples: Record<string, MarkList> = {
  typical: namesOf("failing", sampleNames),
  "awkward names": namesOf("failing", awkwardNames),
  averages: namesOf("average", [...sampleNames, ...sampleNames]),
  "marks of a subject": namesOf("mark", sampleNames),
  "marks of several subjects": namesOf("subject mark", sampleNames),
  "averages that fell": namesOf("change", sampleNames.slice(0, 12)),
  "marks missing": namesOf("missing", sampleNames.slice(0, 5)),
  "no students": namesOf("failing", []),
};

function namesOf(kind: MarkList["kind"], names: readonly string[]): MarkList {
  return {
    ...sampleHeading,
    title: kind === "failing" ? "Failing three subjects or more" : "Results",
    about: `${names.length} ${kind === "missing" ? "mark sheets" : "students"}`,
    aside: "Whole school",
    counts: [],
    period: "End of Term, 2026-2027, Term 1",
    notes: ["An absence does not count as a failed subject.", "For the school’s staff only."],
    kind,
    rows: names.map((name, index) => ({
      name,
      label: `${1 + (Math.floor(index / 3) % 6)}A`,
      subject:
        kind === "failing"
          ? "Mathematics 38%, French 41%, Information Technology 44%"
          : "Visual and Performing Arts",
      figure: kind === "missing" ? "12 of 35" : kind === "failing" ? "3" : "58.9",
      grade: "R",
      before: "74.6",
      change: "−15.7",
      isLow: index % 2 === 0,
    })),
  };
}
