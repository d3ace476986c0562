import { expect, test } from "vitest";
import { isPageOrDialogOverPage, formatOfflineTime } from "#saving/offline/offline-pages.ts";

test.each([
  ["/app/mark-sheet/7/3/1", true],
  ["/app/mark-sheet/7/3/1/print", true],
  ["/app/mark-sheet/7/3/10", false],
  ["/app/mark-sheet/7/3", false],
])("%s is or lies under /app/mark-sheet/7/3/1: %s", (path, expected) => {
  expect(isPageOrDialogOverPage(path, "/app/mark-sheet/7/3/1")).toBe(expected);
});

test("when a page was kept is told by the device's own clock", () => {
  const moment = new Date(2026, 5, 26, 9, 5);

  expect(formatOfflineTime(moment.toISOString())).toBe("09:05");
});
