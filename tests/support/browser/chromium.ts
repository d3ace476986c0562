import { accessSync, constants, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The program and environment of a browser. */
type Program = { executablePath: string; env: Record<string, string> };

/** Found once and passed to test files. `light` starts and draws in half the time, but is some versions behind. */
export type Chromium = { light: Program; current: Program };

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Tells the package to use its own libraries; otherwise it expects them on the system. */
const BRINGS_LIBRARIES = { AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };

/** Finds the browser of the package @sparticuz/chromium, and that of the system if there is one. */
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

/** The package unpacks itself into the temporary folder, one per user, because only its owner may run what is in it. */
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

/** The package's own list of fonts names /tmp/fonts, and a browser without any font crashes at the first page. */
function fontsOf(folder: string): string {
  const file = path.join(folder, "termbook-fonts.conf");
  const folders = [path.join(folder, "fonts"), "/usr/share/fonts"].map((fonts) => `<dir>${fonts}</dir>`);
  const cache = `<cachedir>${path.join(folder, "fonts-cache")}</cachedir>`;
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${folders.join("")}${cache}</fontconfig>`);
  return file;
}
