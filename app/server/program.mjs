import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BUILD } from "./build-stamp.mjs";

/** Implements `npm run web` and `npm run worker`, which start the built program of that name. */
const file = join(BUILD, "server", `${process.argv[2]}.js`);

if (existsSync(file)) await import(pathToFileURL(file).href);
else {
  console.error("There is no build yet. Run: npm run build");
  process.exitCode = 1;
}
