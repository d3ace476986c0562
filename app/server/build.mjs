import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as bundle } from "vite";
import { BUILD, ROOT, sourceHash, stampBuild } from "./build-stamp.mjs";
import { publishBuild } from "./publish.mjs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The programs that `app/server/program.mjs` starts, and programs for threads that make documents and spreadsheets. */
export const PROGRAMS = {
  web: "app/server/main.ts",
  worker: "jobs/worker.ts",
  documents: "templates/render.ts",
  sheets: "app/files/sheets/parse-sheet.server.ts",
};

const REMIX = join(ROOT, "node_modules/@remix-run/dev/dist/cli.js");

/**
 * Builds in a separate directory, so that a failed build does not damage the last one.
 * @throws Error with the build's output
 */
export async function build() {
  const hash = sourceHash();
  const aside = `.cache/build-${process.pid}`;
  const directory = join(ROOT, aside);
  mkdirSync(directory, { recursive: true });
  try {
    runRemix(aside);
    await bundlePrograms(join(directory, "server"));
    await bundleServiceWorker(join(directory, "client/app"));
    writeVersion(directory);
    await compressAll(join(directory, "client"));
    publishBuild(directory, BUILD);
    stampBuild(hash);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Writes the commit of these sources for the health page. A copy without a Git history has no commit.
 * @param {string} directory
 */
function writeVersion(directory) {
  const { status, stdout } = spawnSync("git", ["rev-parse", "--short=10", "HEAD"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  writeFileSync(
    join(directory, "version.json"),
    JSON.stringify({ commit: status === 0 ? stdout.trim() : "" }),
  );
}

/** @param {string} buildDirectory */
function runRemix(buildDirectory) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [REMIX, "vite:build", "--logLevel", "warn"],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: buildDirectory },
    },
  );
  if (status !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`);
}

/** @satisfies {import("vite").InlineConfig} */
const SHARED = { configFile: false, root: ROOT, publicDir: false, logLevel: "warn" };

/**
 * Builds programs as plain JavaScript. A process started from TypeScript takes two and a half times as long to start and
 * 280 MB more memory.
 * @param {string} outDir
 * @param {Record<string, string>} input
 */
export async function bundlePrograms(outDir, input = PROGRAMS) {
  await bundle({
    ...SHARED,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: "node20",
      minify: false,
      rollupOptions: { input },
    },
  });
}

/**
 * Builds the service worker as one file. Its name never changes, because browsers check this address for changes.
 * @param {string} outDir
 */
async function bundleServiceWorker(outDir) {
  await bundle({
    ...SHARED,
    build: {
      outDir,
      emptyOutDir: false,
      lib: {
        entry: join(ROOT, "app/server/service-worker.ts"),
        formats: ["iife"],
        name: "serviceWorker",
        fileName: () => "service-worker.js",
      },
    },
  });
}

const COMPRESSIBLE = /\.(css|html|js|json|mjs|svg|txt|webmanifest)$/;
/** Smaller files are not compressed, because they fit into one network packet anyway. */
const FROM_BYTES = 1024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Writes a .br and a .gz version of every file that gets smaller. The strongest compression is used, because this
 * happens only once per build.
 * @param {string} directory
 */
async function compressAll(directory) {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compress));
}

/** @param {string} path */
async function compress(path) {
  const whole = readFileSync(path);
  if (whole.length < FROM_BYTES) return;
  const [br, gz] = await Promise.all([
    brotli(whole, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: whole.length } }),
    gzipped(whole, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < whole.length) writeFileSync(`${path}.br`, br);
  if (gz.length < whole.length) writeFileSync(`${path}.gz`, gz);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch((/** @type {Error} */ error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
