import { expect, test } from "vitest";
import { buildCountsLine } from "#templates/parts/counts.ts";

test("a count of a thousand or more is printed as every screen has it", () => {
  const { plain, text } = buildCountsLine([{ figure: 1200, words: "students" }]);

  expect(plain).toBe("1,200\u00a0students");
  expect(JSON.stringify(text)).toContain('"1,200"');
});
