import { defineConfig } from "vitest/config";
import { LongestFirst, testFilesOf, type ProjectName } from "./tests/support/projects.ts";

/** Groups run one after the other, so that a browser does not wait for a processor that unit tests keep busy. */
const GROUP: Record<ProjectName, number> = { rules: 0, database: 0, faults: 1, browser: 1 };

const TWO_CORES = 2;
/** Who waits for processes and browsers leaves a core free half of the time. */
const THREE_WHO_WAIT = 3;

const POSTGRES = "tests/support/postgres/start-postgres.ts";
const PUT_BACK = "tests/support/put-environment-back.ts";
const ENVIRONMENT = "tests/support/database-environment.ts";
const BUILD = "tests/support/build-product.ts";
const CHROMIUM = "tests/support/browser/find-chromium.ts";

/** A database or a document on a busy machine: more than `expect.poll` looks again, or what it waited for would go unsaid. */
const STEADY_MS = 80_000;
const SLOW_MS = 120_000;
/** A browser on a busy machine. */
const PATIENT_MS = 240_000;
/** How long `expect.poll` looks again: what comes late is no failure. */
const POLLED_MS = 20_000;

/** On a machine that is not ours a process may be held up for seconds; what passes only then is named in the output. */
const RETRIES = process.env.CI ? 1 : 0;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared("rules"),
          pool: "threads",
          isolate: false,
          setupFiles: [PUT_BACK],
          testTimeout: STEADY_MS,
        },
      },
      {
        test: {
          ...shared("database"),
          isolate: false,
          globalSetup: [POSTGRES],
          setupFiles: [PUT_BACK, ENVIRONMENT],
          testTimeout: STEADY_MS,
        },
      },
      {
        test: {
          ...shared("faults"),
          isolate: false,
          globalSetup: [POSTGRES, BUILD],
          setupFiles: [PUT_BACK, ENVIRONMENT],
          testTimeout: SLOW_MS,
        },
      },
      {
        test: {
          ...shared("browser"),
          isolate: false,
          globalSetup: [POSTGRES, BUILD, CHROMIUM],
          setupFiles: [PUT_BACK, ENVIRONMENT],
          testTimeout: PATIENT_MS,
        },
      },
    ],
  },
});

function shared(name: ProjectName) {
  return {
    name,
    include: testFilesOf(name, import.meta.dirname),
    maxWorkers: name === "faults" || name === "browser" ? THREE_WHO_WAIT : TWO_CORES,
    hookTimeout: SLOW_MS,
    retry: name === "rules" ? 0 : RETRIES,
    expect: { poll: { timeout: POLLED_MS } },
    sequence: { groupOrder: GROUP[name] },
  };
}
