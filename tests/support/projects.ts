import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

export type ProjectName = "rules" | "database" | "faults" | "browser";

const STARTS_PROCESSES =
  /from "(?:node:child_process|#db\/embedded\.ts|#tests\/support\/server\.ts|#tests\/faults\/machines\/fleet\.ts)"/;
const USES_DATABASE = /\bfreshDatabase\(/;

/** Tests that build the product a second time. They run only on request: `npm run test:faults`. */
const DEPLOYS = /\/deploys\//;

/**
 * Lists the test files of a Vitest project. `browser` has people's tasks (tests/e2e), `faults` has files that start the
 * product's processes, `database` has files that call `freshDatabase()`, and `rules` has all others.
 */
export function testFilesOf(project: ProjectName, root: string): string[] {
  return testFiles(root).filter(
    (file) => projectOf(file, readFileSync(path.join(root, file), "utf8")) === project,
  );
}

function testFiles(root: string): string[] {
  return readdirSync(path.join(root, "tests"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => process.env["UPDATES"] || !DEPLOYS.test(file))
    .map((file) => path.posix.join("tests", file.split(path.sep).join("/")))
    .sort();
}

/**
 * `npm test` runs all files that start processes in one project. Vitest keeps a worker only while the next file is of
 * the same project, and a new worker loads all packages and starts a browser.
 */
const IN_ONE_PROJECT = process.env["WHOLE_RUN"] === "1";

function projectOf(file: string, source: string): ProjectName {
  if (isBrowserTest(file)) return "browser";
  if (STARTS_PROCESSES.test(source)) return IN_ONE_PROJECT ? "browser" : "faults";
  return USES_DATABASE.test(source) ? "database" : "rules";
}

function isBrowserTest(file: string): boolean {
  return file.startsWith("tests/e2e/");
}

/** Files that wait for processes or type for long, longest first. Their size does not show how long they take. */
const LONG = [
  "tests/db/embedded.test.ts",
  "tests/faults/random-faults.test.ts",
  "tests/faults/register-faults.test.ts",
  "tests/jobs/killed-worker.test.ts",
  "tests/files/picture-memory.test.ts",
  "tests/faults/database-away.test.ts",
  "tests/jobs/killed-batch.test.ts",
  "tests/e2e/class-of-reports.test.ts",
  "tests/e2e/settings/rollover.test.ts",
  "tests/files/backup/backup.test.ts",
];

/**
 * Starts the longest files of a group first, so that no worker is left with a long file at the end. Files with and
 * without a browser are mixed evenly: while one waits for a killed process, another uses the processor.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const kindOf = (file: TestSpecification) => `${groupOf(file)} ${isBrowserTest(this.pathOf(file))}`;
    return [...new Set(bySize.map(kindOf))]
      .flatMap((kind) =>
        bySize
          .filter((file) => kindOf(file) === kind)
          .sort((one, other) => this.placeOf(one) - this.placeOf(other))
          .map((file, index, { length }) => ({ file, share: (index + 0.5) / length })),
      )
      .sort((one, other) => groupOf(one.file) - groupOf(other.file) || one.share - other.share)
      .map(({ file }) => file);
  }

  private placeOf(file: TestSpecification): number {
    const place = LONG.indexOf(this.pathOf(file));
    return place < 0 ? LONG.length : place;
  }

  private pathOf({ moduleId }: TestSpecification): string {
    return path.relative(this.ctx.config.root, moduleId);
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}
