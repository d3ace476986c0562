import { linesOf } from "../../parts/fonts.ts";
import { INK, MUTED, SERIF, SERIF_LINE } from "../../parts/type.ts";
import type { ContentText } from "pdfmake/interfaces.js";
import type { ListGroup } from "../data.ts";

type Band = Pick<ListGroup, "title" | "aside">;

const TITLE = 11.8;
const ASIDE = 10;
const BETWEEN = "\u00a0\u00a0";

/** Builds a group's name, with a smaller text after it. */
export function bandText({ title, aside = "" }: Band, italics = false): ContentText {
  const beside = { text: BETWEEN + aside, bold: false, italics, fontSize: ASIDE, color: MUTED };
  const text = aside === "" ? title : [title, beside];
  return { text, font: SERIF, bold: true, fontSize: TITLE, color: INK };
}

/** Estimates the height as if all the text were as large as the title, so that it never takes more. */
export function bandHeight({ title, aside = "" }: Band, width: number): number {
  const text = aside === "" ? title : title + BETWEEN + aside;
  return linesOf(text, width, { family: SERIF, size: TITLE, bold: true }) * TITLE * SERIF_LINE;
}
