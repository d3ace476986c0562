import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ROOT } from "#tests/support/source.ts";
import { ROLLOVER_S } from "../budgets.ts";
import type { Figure } from "../figures.ts";
import type { RolloverResult } from "../rollover-process.ts";

/** The sizes of school in students. Each school has a database of its own. */
const SCHOOLS = [400, 1_200, 10_000, 100_000];

/** Measures how long a rollover closes the school to changes, and how long the rehearsal before takes. */
export async function measureRollover(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const students of SCHOOLS) {
    const { rehearsedS, closedS, peakMb } = await turned(students);
    const what = `the year turned for ${students.toLocaleString("en")} students`;
    figures.push(
      { what, measured: closedS, unit: "s", ...ROLLOVER_S[students] },
      { what: "… its rehearsal", measured: rehearsedS, unit: "s" },
      { what: "… peak memory of the worker", measured: peakMb, unit: "MB" },
    );
  }
  return figures;
}

async function turned(students: number): Promise<RolloverResult> {
  const args = ["--import", "tsx", "tests/bench/rollover-process.ts", String(students)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return JSON.parse(stdout) as RolloverResult;
}
