import { existsSync } from "node:fs";
import { linesOf, widthOf } from "../parts/fonts.ts";
import { setText } from "../parts/set-text.ts";
import { INK, MUTED, RULE, SANS_LINE, SERIF, SERIF_LINE } from "../parts/type.ts";
import { rule } from "./comments.ts";
import type { Content, ContentText } from "pdfmake/interfaces.js";
import type { Block } from "../parts/block.ts";
import type { CardClosing, CardSignature } from "./data.ts";
import type { Density } from "./density.ts";

/** A pen crosses the line it signs on. */
const OVER_LINE = 5;
const WRITTEN_NAME = 19;
const SIGNED = 9;
const STATE = 8.2;
const ABOVE_NAME = 2;

/**
 * Lays out the signature over its line, as a picture or a name; below it the printed name, the date, and any changes
 * since.
 */
export function signatureBlock(signature: CardSignature, width: number, density: Density): Block {
  const { name, role, state, changes } = signature;
  const named: ContentText[] = name === null ? [] : [{ text: name, bold: true }];
  const office: ContentText[] =
    role === null ? [] : [{ text: name === null ? role : `, ${role}`, color: MUTED }];
  const words = [state, ...changes].join(", ");
  const lines = linesOf(`${name ?? ""}, ${role ?? ""}`, width, { size: SIGNED });
  const height =
    density.signature +
    ABOVE_NAME +
    (lines * SIGNED + linesOf(words, width, { size: STATE }) * STATE) * SANS_LINE +
    RULE.group;
  return {
    height,
    content: {
      stack: [
        ...overLine(signature, width, density.signature),
        rule(width, RULE.group),
        { text: [...named, ...office], fontSize: SIGNED, margin: [0, ABOVE_NAME, 0, 0] },
        { text: words, fontSize: STATE, color: MUTED, italics: name === null || changes.length > 0 },
      ],
    },
  };
}

function overLine({ picture, name }: CardSignature, width: number, height: number): Content[] {
  if (picture !== null && existsSync(picture)) {
    const box: [number, number] = [width, height + OVER_LINE];
    return [{ image: picture, fit: box, margin: [0, 0, 0, -OVER_LINE] }];
  }
  if (name === null) return [{ text: "", margin: [0, height, 0, 0], fontSize: 0.1 }];
  const size = Math.min(WRITTEN_NAME, (WRITTEN_NAME * width) / widthOf(name, written(WRITTEN_NAME)));
  const above = height - size * SERIF_LINE;
  return [{ text: name, font: SERIF, italics: true, fontSize: size, noWrap: true, margin: [0, above, 0, 0] }];
}

function written(size: number) {
  return { family: SERIF, size, italics: true };
}

const BAND = { decision: 14.5, next: 10.5, gap: 16 };
const ASCENT = { serif: 1.007, sans: 1.024 };

/** Lays out the closing between two rules: the decision, and the start of the next term. */
export function closingBand({ decision, next }: CardClosing, width: number, density: Density): Block {
  if (decision === null && next === null) return { content: [], height: 0 };
  const right = next === null ? 0 : widthOf(`${next.label}  ${next.value}`, { size: BAND.next }) + 1;
  const left = width - right - (right > 0 ? BAND.gap : 0);
  const style = { family: SERIF, size: BAND.decision, bold: true };
  const { lines, content: words } = setText(decision ?? " ", left, style, { font: SERIF, bold: true });
  const drop = ASCENT.serif * BAND.decision - ASCENT.sans * BAND.next;
  const date: ContentText[] =
    next === null
      ? []
      : [
          { text: `${next.label}  `, color: MUTED },
          { text: next.value, color: INK },
        ];
  return {
    height: 2 * RULE.frame + 2 * density.band + lines * BAND.decision * SERIF_LINE,
    content: {
      stack: [
        rule(width),
        {
          margin: [0, density.band, 0, density.band],
          columnGap: right > 0 ? BAND.gap : 0,
          columns: [
            { stack: [words], width: left },
            { text: date, fontSize: BAND.next, width: right, alignment: "right", margin: [0, drop, 0, 0] },
          ],
        },
        rule(width),
      ],
    },
  };
}
