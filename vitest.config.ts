import { defineConfig } from "vitest/config";
import { LongestFirst, testFilesOf, type ProjectName } from "./tests/support/projects.ts";

/**
 * The groups run one after the other, so that unit tests do not compete with a browser for a processor, and a worker is
 * kept from file to file: Vitest starts a new one whenever the next file is of another project.
 */
const GROUP: Record<ProjectName, number> = { rules: 0, database: 1, faults: 2, browser: 2 };

const TWO_CORES = 2;
/**
 * Tests that wait for processes and browsers leave a core free half of the time. Running five at once is not faster.
 */
const THREE_WHO_WAIT = 3;

const POSTGRES = "tests/support/postgres/start-postgres.ts";
const PUT_BACK = "tests/support/put-environment-back.ts";
const ENVIRONMENT = "tests/support/database-environment.ts";
const BUILD = "tests/support/builds/build-product.ts";
const BUILT = "tests/support/builds/wait-for-build.ts";
const THREADS = "tests/support/builds/bundle-threads.ts";
/** The folder of the bundles, two levels below the root, as the build's folder is. */
const WITH_BUNDLES = { BUILT_THREADS: ".cache/threads" };
const CHROMIUM = "tests/support/browser/find-chromium.ts";

/**
 * A test with a database or a document may need this long on a busy machine. If this limit were shorter than that of
 * `expect.poll`, the test would end before its message says what it waited for.
 */
const STEADY_MS = 80_000;
const SLOW_MS = 120_000;
/** A test with a browser may need this long on a busy machine. */
const PATIENT_MS = 240_000;
/** The time for which `expect.poll` retries. It is long because a late result is not a failure. */
const POLLED_MS = 20_000;

/** A shared CI machine may pause a process for seconds. The output names tests that passed only on a retry. */
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
          env: WITH_BUNDLES,
          globalSetup: [THREADS],
          setupFiles: [PUT_BACK],
          testTimeout: STEADY_MS,
        },
      },
      {
        test: {
          ...shared("database"),
          isolate: false,
          env: WITH_BUNDLES,
          globalSetup: [POSTGRES, THREADS],
          setupFiles: [PUT_BACK, ENVIRONMENT],
          testTimeout: STEADY_MS,
        },
      },
      {
        test: {
          ...shared("faults"),
          isolate: false,
          globalSetup: [POSTGRES, BUILD],
          setupFiles: [BUILT, PUT_BACK, ENVIRONMENT],
          testTimeout: SLOW_MS,
        },
      },
      {
        test: {
          ...shared("browser"),
          isolate: false,
          globalSetup: [POSTGRES, BUILD, CHROMIUM],
          setupFiles: [BUILT, PUT_BACK, ENVIRONMENT],
          testTimeout: PATIENT_MS,
        },
      },
    ].filter(({ test }) => test.include.length > 0),
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
