import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "#tests/support/server.ts";
import { figuresTable } from "./verdict/figures.ts";
import { planFrom } from "./plan.ts";
import { runFaults } from "./run-faults.ts";
import { School } from "./world/school.ts";

const plan = planFrom(process.env);

/** Twice the time on two busy cores. */
const A_FAULT_MS = 6_000;
const AROUND_IT_MS = 120_000;

test(
  "no mark is lost, duplicated or overwritten in silence, whatever goes wrong while it is typed",
  { timeout: AROUND_IT_MS + plan.count * A_FAULT_MS },
  async () => {
    console.log(`${plan.count} faults, FAULTS_SEED=${plan.seed}`);
    const school = await School.open(await temporaryDirectory());
    onTestFinished(() => school.close());

    const figures = await runFaults(school, plan);

    console.log(figuresTable(figures));
    expect(figures.saves).toBeGreaterThan(0);
  },
);
