import { awkwardNames, sampleNames } from "../parts/sample/names.ts";
import { samples as cards } from "../report-card/sample.ts";
import type { PictureList } from "./pdf.ts";

const { school, printed, cards: sampleCards } = cards["primary"]!;
const picture = sampleCards[0]?.student.picture ?? null;

function listOf(classes: Readonly<Record<string, readonly string[]>>): PictureList {
  return {
    school,
    printed,
    title: "Class lists with pictures",
    classes: Object.entries(classes).map(([about, names]) => ({
      about,
      aside: "Mrs. A. Ramkissoon",
      period: "Term 3, 2025–2026",
      counts: [{ figure: names.length, words: "students" }],
      foot: [about, "Term 3, 2025–2026"],
      students: names.map((name, index) => ({
        name,
        studentId: `PH-20${348 + 3 * index}`,
        picture: index % 7 === 3 ? null : picture,
      })),
    })),
  };
}

export const samples: Record<string, PictureList> = {
  typical: listOf({ "Std 4 R": sampleNames }),
  "awkward names": listOf({ "Std 4 R": awkwardNames }),
  "two classes": listOf({ "Std 1 A": sampleNames.slice(0, 28), "Std 1 S": [] }),
};
