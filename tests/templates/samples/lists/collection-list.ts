import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { CollectionList } from "#templates/collection-list/list.ts";

function listOf(classes: Readonly<Record<string, readonly string[]>>): CollectionList {
  return {
    ...sampleHeading,
    title: "Report cards to be collected",
    notes: ["Give a card to a parent or guardian only, and return this list to the school office."],
    signedBy: "Class teacher’s signature",
    classes: Object.entries(classes).map(([title, names]) => ({
      title,
      rows: names.map((name, index) => ({
        name,
        studentId: `PH-20${348 + 3 * index}`,
        state: index % 9 === 6 ? "not signed yet" : "",
      })),
    })),
  };
}

export const samples: Record<string, CollectionList> = {
  typical: listOf({ "": sampleNames }),
  "awkward names": listOf({ "": awkwardNames }),
  "two classes": listOf({ "Std 1 A": sampleNames.slice(0, 28), "Std 1 S": sampleNames.slice(4, 32) }),
  "no students": listOf({ "": [] }),
};
