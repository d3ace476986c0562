import { MUTED, RULE } from "../../parts/type.ts";
import { line, lineHeight, lineToWriteOn, nothing, run } from "../../parts/word/text.ts";
import { wordTable, type Flow } from "../../parts/word/table.ts";
import { PAGE } from "../grid.ts";
import { wordHeading } from "./side.ts";
import type { CardClosing, CardSignature, Comment } from "../data.ts";
import type { Density } from "../density.ts";
import type { Pictures } from "../../parts/word/pictures.ts";

/** Cambria is wider than the font of the printed page. */
const COMMENT = 0.87;
const WRITTEN_LINE = 18;
const SIGNATURE_SHAPE = 850 / 260;
const WRITTEN_NAME = 17;
const SIGNED = 9;
const STATE = 8.2;
const DECISION = 13.5;
const NEXT = 10;
const NEXT_WIDTH = 175;

/** Lays out a heading with the comment, or with lines to write on when there is none. */
export function wordComment({ title, text }: Comment, { comment }: Density, emptyLines: number): Flow {
  const heading = wordHeading(title).content;
  if (text === "")
    return [...heading, ...Array.from({ length: emptyLines }, () => lineToWriteOn(WRITTEN_LINE))];
  const size = Math.round(2 * comment * COMMENT) / 2;
  return [...heading, line(run(text, { size, serif: true }), { size: size + 1 })];
}

/**
 * Lays out the signature over its line, as a picture or a name; below it the printed name, the date, and any changes
 * since.
 */
export function wordSignature(
  { picture, name, role, state, changes }: CardSignature,
  width: number,
  { signature: height }: Density,
  pictures: Pictures,
): Flow {
  const box = { height, width: Math.min(width, height * SIGNATURE_SHAPE) };
  const drawn = pictures.show({
    path: picture,
    ...box,
    alternative: `The signature of ${name ?? "the principal"}`,
  });
  const written = run(name ?? "", { size: WRITTEN_NAME, serif: true, italics: true });
  const over = drawn === null ? line(written, {}) : line([drawn], {});
  const office = role === null ? "" : name === null ? role : `, ${role}`;
  const by = [
    ...run(name ?? "", { size: SIGNED, bold: true }),
    ...run(office, { size: SIGNED, color: MUTED }),
  ];
  const words = [state, ...changes].join(", ");
  const italics = name === null || changes.length > 0;
  const row = { cells: [{ content: [over], at: "bottom" as const }], height, rule: RULE.group };
  return [
    wordTable([width], [row], 0),
    line(by, { before: 2 }),
    line(run(words, { size: STATE, color: MUTED, italics }), {}),
  ];
}

/** Lays out the closing between two rules: the decision, and the start of the next term. */
export function wordClosing({ decision, next }: CardClosing, { band }: Density): Flow {
  if (decision === null && next === null) return [];
  const date =
    next === null
      ? []
      : [...run(`${next.label}  `, { size: NEXT, color: MUTED }), ...run(next.value, { size: NEXT })];
  const words = run(decision ?? "", { size: DECISION, serif: true, bold: true });
  const padding = { before: band - 1, after: band - 1 };
  const row = {
    cells: [
      { content: [line(words, padding)], at: "bottom" as const },
      { content: [line(date, { align: "right", ...padding })], at: "bottom" as const },
    ],
    height: lineHeight(DECISION) + 2 * band,
    over: RULE.frame,
    rule: RULE.frame,
  };
  return [wordTable([PAGE.width - NEXT_WIDTH, NEXT_WIDTH], [row], 0), nothing()];
}
