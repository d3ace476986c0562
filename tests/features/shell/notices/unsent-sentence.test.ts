import { expect, test } from "vitest";
import { describeUnsentAfterSignOut } from "#features/shell/notices/notice-words.rules.ts";

test.each([
  [1, 1, "The entry stays on this device and is sent when you sign in here again."],
  [3, 3, "The entries stay on this device and are sent when you sign in here again."],
  [1, 0, "The entry needs your attention first. It stays on this device and is not sent automatically."],
  [2, 0, "The entries need your attention first. They stay on this device and are not sent automatically."],
  [
    3,
    2,
    "All stay on this device: 1 needs your attention first, the others are sent when you sign in here again.",
  ],
  [
    3,
    1,
    "All stay on this device: 2 need your attention first, the other is sent when you sign in here again.",
  ],
])("of %i rows that wait %i go out by themselves after the next sign-in", (total, sendable, words) => {
  expect(describeUnsentAfterSignOut({ total, sendable })).toBe(words);
});
