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

function projectOf(file: string, source: string): ProjectName {
  if (file.startsWith("tests/e2e/")) return "browser";
  if (STARTS_PROCESSES.test(source)) return "faults";
  return USES_DATABASE.test(source) ? "database" : "rules";
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
 * Starts the longest files of a project first, so that no worker is left with a long file at the end. Projects of the
 * same group are mixed evenly: while one file waits for a killed process, another uses the processor.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const turns = [...new Set(bySize.map(({ project }) => project))].flatMap((project) =>
      bySize
        .filter((file) => file.project === project)
        .sort((one, other) => this.placeOf(one) - this.placeOf(other))
        .map((file, index, { length }) => ({ file, share: (index + 0.5) / length })),
    );
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return turns
      .sort((one, other) => groupOf(one.file) - groupOf(other.file) || one.share - other.share)
      .map(({ file }) => file);
  }

  private placeOf({ moduleId }: TestSpecification): number {
    const place = LONG.indexOf(path.relative(this.ctx.config.root, moduleId));
    return place < 0 ? LONG.length : place;
  }
}
