import { defineConfig } from "vitest/config";
import { LongestFirst, testFilesOf, type ProjectName } from "./tests/support/projects.ts";

/** The groups run one after the other, so that unit tests do not keep a processor from a browser. */
const GROUP: Record<ProjectName, number> = { rules: 0, database: 0, faults: 1, browser: 1 };

const TWO_CORES = 2;
/** Tests that wait for processes and browsers leave a core free half of the time. Five at once were not faster. */
const THREE_WHO_WAIT = 3;

const POSTGRES = "tests/support/postgres/start-postgres.ts";
const PUT_BACK = "tests/support/put-environment-back.ts";
const ENVIRONMENT = "tests/support/database-environment.ts";
const BUILD = "tests/support/build-product.ts";
const CHROMIUM = "tests/support/browser/find-chromium.ts";

/**
 * A database or a document on a busy machine may need this long. A shorter limit than that of `expect.poll` would end a
 * test before it says what it waited for.
 */
const STEADY_MS = 80_000;
const SLOW_MS = 120_000;
/** A browser on a busy machine may need this long. */
const PATIENT_MS = 240_000;
/** `expect.poll` looks again for this long, because a late result is no failure. */
const POLLED_MS = 20_000;

/**
 * A machine that is not ours may hold up a process for seconds; the output names tests that pass only at a second try.
 */
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
