import { expect, test } from "vitest";
import { afterSignOut } from "#features/shell/notices/unsent-sentence.rules.ts";

test.each([
  [1, 1, "It stays on this device and is sent when you sign in here again."],
  [3, 3, "They stay on this device and are sent when you sign in here again."],
  [1, 0, "It needs you first: it stays on this device and is not sent by itself."],
  [2, 0, "They need you first: they stay on this device and are not sent by themselves."],
  [3, 2, "All stay on this device: 1 needs you first, the others are sent when you sign in here again."],
  [3, 1, "All stay on this device: 2 need you first, the other is sent when you sign in here again."],
])("of %i rows that wait %i go out by themselves after the next sign-in", (total, sendable, words) => {
  expect(afterSignOut({ total, sendable })).toBe(words);
});
