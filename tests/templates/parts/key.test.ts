import { expect, test } from "vitest";
import { countTextLines } from "#templates/parts/fonts.ts";
import { abbreviationKeyLine } from "#templates/parts/key.ts";
import { SANS_LINE_HEIGHT, FONT_SIZES } from "#templates/parts/type.ts";

const KEYS = [
  { letter: "A", meaning: "90–100 Excellent work" },
  { letter: "B", meaning: "80–89 Well above average" },
  { letter: "C", meaning: "0–79 Try again" },
];

test.each([120, 180, 240])(
  "the height of a key of %i points is that of the lines that are printed",
  (width) => {
    const { content, height } = abbreviationKeyLine(KEYS, ["5 is the highest grade"], width);

    const { text, margin } = content as { text: { text: string }[]; margin: number[] };
    const printed = text.map((run) => run.text).join("");
    const lines = countTextLines(printed, width, { size: FONT_SIZES.key });
    expect(height - (margin[1] ?? 0)).toBeCloseTo(lines * FONT_SIZES.key * SANS_LINE_HEIGHT);
  },
);
