import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(css|html|js|json|mjs|svg|txt|webmanifest)$/;
/** A smaller file travels in one packet uncompressed. */
const FROM_BYTES = 1024;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Writes a .br and a .gz file beside every file that gets smaller, at the best compression, once per build.
 * @param {string} directory
 */
export async function compressAll(directory) {
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
