import { cardSettings } from "./card.ts";
import { wordCard } from "./word/card.ts";
import { Pictures } from "../parts/word/pictures.ts";
import type { WordFile } from "../parts/word/print-docx.ts";
import type { ReportCards } from "./data.ts";

/** The same cards for Word, to write in before they are printed. */
export function reportCardDocx({ school, title, printed, cards }: ReportCards): WordFile {
  const pictures = new Pictures();
  const sections = cardSettings(cards, school).map(({ card, density }) => ({
    foot: card.foot,
    children: wordCard(card, { school, pictures, density }),
  }));
  return { title, author: school.name, printed, sections };
}
