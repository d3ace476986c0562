import { sections } from "../parts/page.ts";
import { cardContent, cardSettings } from "./card.ts";
import type { TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { ReportCards } from "./data.ts";

/** Builds a class in one file, where fonts and pictures are shared; each card numbers its own pages. */
export function reportCardPdf({ school, title, printed, cards }: ReportCards): TDocumentDefinitions {
  return sections({
    orientation: "portrait",
    title,
    printed,
    author: school.name,
    sections: cardSettings(cards, school).map((setting) => ({
      foot: setting.card.foot,
      content: cardContent(setting),
    })),
  });
}
