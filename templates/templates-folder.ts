import { existsSync } from "node:fs";
import path from "node:path";

/** Searches upwards from the working directory, because bundled code is not in the source folder. */
export function findTemplatesFolder(): string {
  const searched = path.resolve();
  for (let folder = searched; ; folder = path.dirname(folder)) {
    const templates = path.join(folder, "templates");
    if (existsSync(path.join(templates, "thread.mjs"))) return templates;
    if (folder === path.dirname(folder))
      throw new Error(`templates/thread.mjs is not in ${searched} or above it.`);
  }
}
