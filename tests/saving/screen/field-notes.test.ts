import { expect, test } from "vitest";
import { cutWords, fullWords } from "#saving/screen/field-notes.rules.ts";

test("a text that is put in and fits is not remarked on; a longer one says how much of it went in", () => {
  const fitting = cutWords({ text: "ten\r\nlines", room: 9 });
  const cut = cutWords({ text: "x".repeat(30), room: 12 });

  expect(fitting).toBeNull();
  expect(cut).toBe("Only 12 of the 30 characters fit: the rest was left out");
});

test("a text that is full says how much fits", () => {
  expect(fullWords(400)).toBe("The limit is 400 characters");
});
