import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { MeritList } from "#templates/merit-list/list.ts";

const SUBJECTS = ["English Language", "Information and Communication Technology", "Mathematics", "Spanish"];

function listOf(names: readonly string[]): MeritList {
  const averages = names.map((name, index) => ({
    place: index === 5 || index === 6 ? "= 6" : String(index + 1),
    name,
    className: `3${"ABCDE"[index % 5] ?? "A"}`,
    figure: (91.4 - index * 0.7).toFixed(1),
  }));
  const [first] = averages;
  return {
    ...sampleHeading,
    title: "Merit list",
    about: first ? `${first.name}, ${first.figure}%` : "Form 3",
    aside: first ? "Form 3" : "",
    counts: [
      { figure: 200, words: "students" },
      { figure: names.length, words: "ranked" },
    ],
    averages,
    subjects:
      averages.length === 0
        ? []
        : SUBJECTS.map((subject, index) => {
            const { name = "", className = "" } = averages[index] ?? {};
            return { subject, name, className, figure: "100" };
          }),
    progress: averages.slice(0, 14).map((entry) => ({ ...entry, figure: "+12.5", from: "59.4 to 71.9" })),
    since: "Term 2",
    notes: ["Ranked by the average on the report card", "Students with the same average share a place"],
    signed: [
      { words: "Principal", share: 180 },
      { words: "Dean of Form 3", share: 180 },
      { words: "Date", share: 90 },
    ],
  };
}

export const samples: Record<string, MeritList> = {
  level: listOf(sampleNames),
  "awkward names": listOf(awkwardNames),
  "nobody ranked": listOf([]),
};
