import { expect, test } from "vitest";
import { formatBackupAge, describeBackupState } from "#files/backup/read-backup-state.server.ts";

const NOW = new Date("2026-11-23T12:00:00Z");

test.each([
  ["nothing asked for", false, [], "No nightly backup is set up", false],
  ["the first night is to come", true, [], "No backup yet", false],
  ["this night's", true, [["whole", 9]], "Backed up 9 hours ago", false],
  ["two nights ago", true, [["whole", 37]], "There is no new backup", true],
  ["of a worker elsewhere", false, [["whole", 9]], "Backed up 9 hours ago", false],
  [
    "failed, with an older one",
    true,
    [
      ["failed", 6],
      ["whole", 30],
    ],
    "The last backup failed",
    true,
  ],
  [
    "failed, and then made",
    true,
    [
      ["whole", 5],
      ["failed", 6],
    ],
    "Backed up 5 hours ago",
    false,
  ],
  ["never made", true, [["failed", 6]], "The last backup failed", true],
  ["of a wrong clock, years ahead", true, [["whole", -90_000]], "There is no new backup", true],
  ["with files missing", true, [["incomplete", 6]], "The last backup is not complete", true],
] as const)("%s", (_, isPlanned, tried, words, isTrouble) => {
  const state = describeBackupState({
    isPlanned,
    tried: tried.map(([outcome, hours]) => ({ outcome, begun_at: ago(hours), fault: "Said." })),
    now: NOW,
  });

  expect(state).toMatchObject({ words, isTrouble });
});

test.each([
  [0.5, "less than an hour"],
  [1, "1 hour"],
  [47.9, "47 hours"],
  [48, "2 days"],
  [400, "16 days"],
])("%s hours are %s", (hours, words) => {
  expect(formatBackupAge(ago(hours), NOW)).toBe(words);
});

function ago(hours: number): Date {
  return new Date(NOW.getTime() - hours * 3_600_000);
}
