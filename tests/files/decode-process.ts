import { preparePicture } from "#files/pictures.server.ts";
import { prepareSignature } from "#files/signatures.server.ts";

/** Decodes the files of its arguments all at once, as several people would send them, and prints what that took. */
const KB = 1024;

const before = process.resourceUsage().maxRSS;
const taken = await Promise.all(
  process.argv.slice(2).map((path, index) => (index % 2 === 0 ? isPicture(path) : isSignature(path))),
);
const peakMb = Math.round(((process.resourceUsage().maxRSS - before) * KB) / 1e6);
console.log(JSON.stringify({ taken, peakMb }));

async function isPicture(path: string): Promise<boolean> {
  return (await preparePicture(path)).ok;
}

/** A single colour is not a signature, but it is a picture. */
async function isSignature(path: string): Promise<boolean> {
  const prepared = await prepareSignature(path);
  return prepared.ok || /no visible signature/.test(prepared.fault);
}
