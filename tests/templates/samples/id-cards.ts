import { awkwardNames, sampleNames } from "./names.ts";
import { samplePrintTime as printed, sampleSchool as school } from "./school.ts";
import { samples as cards } from "./report-card.ts";
import type { IdCards } from "#templates/id-cards/pdf.ts";

const picture = cards.primary?.cards[0]?.student.picture ?? null;

function cardsOf(names: readonly string[]): IdCards {
  return {
    school,
    printed,
    title: "ID cards, Std 4 R",
    foot: ["ID cards", "Std 4 R", "printed 2 Jul 2026"],
    cards: names.map((name, index) => ({
      name: name.split(", ").toReversed().join(" "),
      className: index % 5 === 4 ? "2nd Year Wellington-Baptiste" : "Std 4 R",
      studentId: `PH-20${348 + 3 * index}`,
      house: index % 3 === 0 ? null : "Hummingbird",
      year: "2025–2026",
      picture: index % 7 === 3 ? null : picture,
    })),
  };
}

export const samples: Record<string, IdCards> = {
  typical: cardsOf(sampleNames),
  "awkward names": cardsOf(awkwardNames),
  "one card": cardsOf(sampleNames.slice(0, 1)),
};
