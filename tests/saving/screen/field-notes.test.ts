import { expect, test } from "vitest";
import { formatTextCut, formatFieldFull } from "#saving/screen/conflicts.rules.ts";

test("a text that is put in and fits is not remarked on; a longer one says how much of it went in", () => {
  const fitting = formatTextCut({ text: "ten\r\nlines", room: 9 });
  const cut = formatTextCut({ text: "x".repeat(30), room: 12 });

  expect(fitting).toBeNull();
  expect(cut).toBe("Only 12 of the 30 characters fit: the rest was left out");
});

test("a text that is full says how much fits", () => {
  expect(formatFieldFull(400)).toBe("The limit is 400 characters");
});
