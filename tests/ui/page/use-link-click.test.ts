import { expect, test } from "vitest";
import { opensOutsidePage } from "#ui/page/use-link-click.ts";

const PLAIN = { button: 0, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

test.each<[string, Partial<typeof PLAIN>, boolean]>([
  ["a plain click", {}, false],
  ["the middle button", { button: 1 }, true],
  ["Ctrl: another tab", { ctrlKey: true }, true],
  ["Command: another tab", { metaKey: true }, true],
  ["Shift: another window", { shiftKey: true }, true],
  ["Alt: a download", { altKey: true }, true],
])("a link is left to the browser where that opens it elsewhere: %s", (_what, pressed, elsewhere) => {
  expect(opensOutsidePage({ ...PLAIN, ...pressed })).toBe(elsewhere);
});
