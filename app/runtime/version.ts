import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Version = { version: string; commit: string };

let read: Version | null = null;

/** Returns the version of the program: that of its package, and the commit that it was built from, if known. */
export function version(): Version {
  read ??= {
    version: fromJson("package.json").version ?? "unknown",
    commit: fromJson("build/version.json").commit ?? "",
  };
  return read;
}

/** The paths are relative to the package, where npm runs commands. */
function fromJson(path: string): { version?: string; commit?: string } {
  try {
    return JSON.parse(readFileSync(join(process.cwd(), path), "utf8")) as {
      version?: string;
      commit?: string;
    };
  } catch {
    return {};
  }
}
