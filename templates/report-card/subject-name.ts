import { brokenLines, widthOf } from "../parts/fonts.ts";
import { MUTED, SANS_LINE, SIZE } from "../parts/type.ts";
import type { ContentText } from "pdfmake/interfaces.js";

type Name = { text: ContentText; height: number };
type Style = { width: number; size: number; bold: boolean };

const BETWEEN = "\u00a0\u00a0";

/** A subject, and small after it who gives it; on a line of its own where it would not stay whole. */
export function subjectName(
  { subject, teacher }: { subject: string; teacher: string | null },
  { width, size, bold }: Style,
): Name {
  const lines = brokenLines(subject, width, { size, bold });
  const title = { text: lines.join("\n"), bold };
  const own = lines.length * size * SANS_LINE;
  if (teacher === null) return { text: { ...title, fontSize: size, noWrap: true }, height: own };
  const small = { fontSize: SIZE.label, color: MUTED };
  const aside = BETWEEN + teacher;
  const used = widthOf(lines.at(-1) ?? "", { size, bold });
  if (used + widthOf(aside, { size: SIZE.label }) <= width) {
    const text = [title, { text: aside, ...small }];
    return { text: { fontSize: size, noWrap: true, text }, height: own };
  }
  const below = brokenLines(teacher, width, { size: SIZE.label });
  const text = [title, { text: `\n${below.join("\n")}`, ...small }];
  return {
    text: { fontSize: size, noWrap: true, text },
    height: own + below.length * SIZE.label * SANS_LINE,
  };
}
