import path from "node:path";
import ts from "typescript";
import { readSource } from "./source.ts";

const { imports: ROOMS } = JSON.parse(readSource("package.json")) as { imports: Record<string, string> };

/** Lists the files of this repository that a file imports. Imports of types count too. */
export function listImportsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readSource(file), true, true);
  return importedFiles.flatMap(({ fileName }) => resolveImport(fileName, file) ?? []);
}

/** Returns the file that an import names, or null if the import is a package. */
export function resolveImport(specifier: string, importer: string): string | null {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(importer), specifier);
  if (!specifier.startsWith("#")) return null;
  const [room = "", ...rest] = specifier.split("/");
  return path.posix.join(ROOMS[`${room}/*`]?.replace("*", "") ?? "", ...rest);
}
