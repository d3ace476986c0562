import { awkwardNames, sampleNames } from "./names.ts";
import { samplePrintTime as printed, sampleSchool as school } from "./school.ts";
import { samples as cards } from "./report-card.ts";
import type { PictureList } from "#templates/picture-list/pdf.ts";

const picture = cards.primary?.cards[0]?.student.picture ?? null;

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
