import { expect, test } from "vitest";
import { loadDemoSchool } from "#db/demo/load.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { completeReports, leaveGaps } from "./agreement.ts";

const PATIENCE_MS = 60_000;

const databaseUrl = await freshDatabase();
await loadDemoSchool({ databaseUrl, flavour: "primary", today: "2026-06-26" });

test(
  "the board and each report of the primary school agree on what is complete",
  async () => {
    const { onBoard, byReport } = await completeReports();

    expect(onBoard).toEqual(byReport);
    expect(onBoard.some(({ complete }) => complete > 0)).toBe(true);
  },
  PATIENCE_MS,
);

test(
  "they agree where marks, grades, ratings, comments and whole records are missing",
  async () => {
    await leaveGaps();

    const { onBoard, byReport } = await completeReports();

    expect(onBoard).toEqual(byReport);
    expect(onBoard.filter(({ complete }) => complete > 0).length).toBeGreaterThan(3);
  },
  PATIENCE_MS,
);
