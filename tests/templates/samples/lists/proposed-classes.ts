import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { ProposedClasses } from "#templates/proposed-classes/list.ts";

export const samples: Record<string, ProposedClasses> = {
  typical: listsOf({ "2A": sampleNames, "2B": sampleNames.slice(3, 20) }),
  "awkward names": listsOf({ "2A": awkwardNames }),
  "no students": listsOf({ "2A": [] }),
};

function listsOf(classes: Readonly<Record<string, readonly string[]>>): ProposedClasses {
  return {
    ...sampleHeading,
    title: "Proposed classes",
    about: "2026-2027",
    classes: Object.entries(classes).map(([title, names]) => ({ title, students: names.map(studentOf) })),
  };
}

function studentOf(name: string, index: number): ProposedClasses["classes"][number]["students"][number] {
  const [what, was] = index % 7 === 3 ? ["Repeating", "2A"] : ["Promoted", "1A"];
  return {
    name,
    studentId: `PH-20${348 + 3 * index}`,
    gender: index % 2 === 0 ? "M" : "F",
    born: index === 8 ? null : `2013-0${1 + (index % 9)}-${10 + (index % 19)}`,
    was,
    what,
    isAssumed: false,
  };
}
