import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { ClassList } from "#templates/class-list/list.ts";

export const samples: Record<string, ClassList> = {
  typical: listOf({ "": sampleNames }),
  "awkward names": listOf({ "": awkwardNames }),
  "two classes": listOf({ "Std 1 A": sampleNames.slice(0, 28), "Std 1 S": sampleNames.slice(4, 32) }),
  "one student": listOf({ "": sampleNames.slice(0, 1) }),
  "no students": listOf({ "": [] }),
};

function listOf(classes: Readonly<Record<string, readonly string[]>>): ClassList {
  const groups = Object.entries(classes).map(([title, names]) => ({ title, rows: names.map(student) }));
  return { ...sampleHeading, title: "Class list", groups };
}

function student(name: string, index: number): ClassList["groups"][number]["rows"][number] {
  const born = index === 8 ? null : `201${5 + (index % 2)}-0${1 + (index % 9)}-${10 + (index % 19)}`;
  const house = ["Cocrico", "Ibis", "Kiskadee", "Hummingbird"][index % 4] ?? null;
  return { name, studentId: `PH-20${348 + 3 * index}`, gender: index % 2 === 0 ? "M" : "F", born, house };
}
