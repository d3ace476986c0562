import { breakIntoLines, measureTextWidth } from "../../parts/fonts.ts";
import { layOutLines } from "../../parts/text.ts";
import { MUTED_COLOUR, SANS_LINE_HEIGHT, FONT_SIZES } from "../../parts/type.ts";
import type { ContentStack, ContentText } from "pdfmake/interfaces.js";

type Name = { cell: ContentText | ContentStack; height: number };
type Style = { width: number; size: number; bold: boolean };

const BETWEEN = "\u00a0\u00a0";

/**
 * Lays out a subject, with its teacher in small type. The teacher is on a separate line if the name would otherwise
 * be broken.
 */
export function subjectNameCell(
  { subject, teacher }: { subject: string; teacher: string | null },
  { width, size, bold }: Style,
): Name {
  const look = { fontSize: size };
  const lines = breakIntoLines(subject, width, { size, bold });
  const titles = lines.map((text): ContentText["text"] => [{ text, bold }]);
  const height = lines.length * size * SANS_LINE_HEIGHT;
  if (teacher === null) return { cell: layOutLines(titles, look), height };
  const last = lines.at(-1) ?? "";
  const small = { fontSize: FONT_SIZES.label, color: MUTED_COLOUR };
  const room = width - measureTextWidth(last, { size, bold });
  if (measureTextWidth(BETWEEN + teacher, { size: FONT_SIZES.label }) <= room) {
    const whole = [
      { text: last, bold },
      { text: BETWEEN + teacher, ...small },
    ];
    return { cell: layOutLines([...titles.slice(0, -1), whole], look), height };
  }
  const below = breakIntoLines(teacher, width, { size: FONT_SIZES.label });
  const names = below.map((text): ContentText["text"] => [{ text, ...small }]);
  return {
    cell: layOutLines([...titles, ...names], look),
    height: height + below.length * FONT_SIZES.label * SANS_LINE_HEIGHT,
  };
}
