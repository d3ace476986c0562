import path from "node:path";
import ts from "typescript";
import { read } from "./source.ts";

const { imports: ROOMS } = JSON.parse(read("package.json")) as { imports: Record<string, string> };

/** Lists the files of ours that a file imports, including imports of types only. */
export function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(read(file), true, true);
  return importedFiles.flatMap(({ fileName }) => fileNamed(fileName, file) ?? []);
}

/** Returns null for a package. */
export function fileNamed(specifier: string, importer: string): string | null {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(importer), specifier);
  if (!specifier.startsWith("#")) return null;
  const [room = "", ...rest] = specifier.split("/");
  return path.posix.join(ROOMS[`${room}/*`]?.replace("*", "") ?? "", ...rest);
}
