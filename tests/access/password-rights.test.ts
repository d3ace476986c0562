import { expect, test } from "vitest";
import { canResetPasswordOf } from "#access/permissions.ts";

test.each([
  { resetter: [7], account: [1, 2, 3], may: true },
  { resetter: [7], account: [], may: true },
  { resetter: [7], account: [7], may: true },
  { resetter: [7], account: [4], may: false },
  { resetter: [3, 4, 6, 7, 8], account: [1, 3, 4, 6, 8], may: true },
  { resetter: [4, 7], account: [1, 6], may: false },
  { resetter: [3, 4, 6, 7, 8], account: [9], may: false },
  { resetter: [3, 4, 6, 7, 8], account: [1, 2, 3, 10], may: false },
  { resetter: [7, 10], account: [10], may: false },
  { resetter: [7, 9], account: [4, 6, 8, 9, 10], may: true },
])("who holds $resetter resets who holds $account: $may", ({ resetter, account, may }) => {
  expect(canResetPasswordOf({ permissions: account }, { permissions: resetter })).toBe(may);
});
