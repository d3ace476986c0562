import { defineConfig } from "vitest/config";
import { testFilesOf, type ProjectName } from "./tests/support/projects.ts";

/** Groups run one after the other, so that a browser does not wait for a processor that unit tests keep busy. */
const GROUPS: readonly ProjectName[] = ["rules", "database", "faults", "browser"];

const TWO_CORES = 2;

const POSTGRES = "tests/support/start-postgres.ts";
const ENVIRONMENT = "tests/support/database-environment.ts";
const BUILD = "tests/support/build-product.ts";
const CHROMIUM = "tests/support/browser/find-chromium.ts";

const QUICK_MS = 15_000;
const SLOW_MS = 60_000;

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared("rules"), pool: "threads" } },
      {
        test: {
          ...shared("database"),
          globalSetup: [POSTGRES],
          setupFiles: [ENVIRONMENT],
          testTimeout: QUICK_MS,
        },
      },
      {
        test: {
          ...shared("faults"),
          globalSetup: [POSTGRES, BUILD],
          setupFiles: [ENVIRONMENT],
          testTimeout: SLOW_MS,
        },
      },
      { test: { ...shared("browser"), globalSetup: [POSTGRES, BUILD, CHROMIUM], testTimeout: SLOW_MS } },
    ],
  },
});

function shared(name: ProjectName) {
  return {
    name,
    include: testFilesOf(name, import.meta.dirname),
    maxWorkers: TWO_CORES,
    hookTimeout: SLOW_MS,
    sequence: { groupOrder: GROUPS.indexOf(name) },
  };
}
