import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export type ProjectName = "rules" | "database" | "faults" | "browser";

const STARTS_PROCESSES = /from "(?:node:child_process|#db\/embedded\.ts|#tests\/support\/server\.ts)"/;
const USES_DATABASE = /\bfreshDatabase\(/;

/**
 * The test files of a project. A file belongs where what it uses says: people's tasks are in tests/e2e, who starts
 * processes of the product is `faults`, who calls `freshDatabase()` is `database`, and the rest is pure.
 */
export function testFilesOf(project: ProjectName, root: string): string[] {
  return testFiles(root).filter(
    (file) => projectOf(file, readFileSync(path.join(root, file), "utf8")) === project,
  );
}

function testFiles(root: string): string[] {
  return readdirSync(path.join(root, "tests"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => path.posix.join("tests", file.split(path.sep).join("/")))
    .sort();
}

function projectOf(file: string, source: string): ProjectName {
  if (file.startsWith("tests/e2e/")) return "browser";
  if (STARTS_PROCESSES.test(source)) return "faults";
  return USES_DATABASE.test(source) ? "database" : "rules";
}
