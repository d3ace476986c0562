import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, isBuilt } from "./build-stamp.mjs";

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} Package */

/** Installs missing packages, which a clone lacks. Also rebuilds an outdated build unless `withBuild` is false. */
export async function prepareCheckout({ withBuild = true } = {}) {
  if (!isInstalled()) install();
  if (withBuild && !isBuilt()) await rebuild();
}

/** Tells whether the installed packages, which npm lists in node_modules, match the lock file. */
function isInstalled() {
  const present = packagesOf("node_modules/.package-lock.json");
  const wanted = packagesOf("package-lock.json");
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    const installed = present[path];
    return path === "" || (installed ? installed.version === version : optional === true);
  });
}

/**
 * @param {string} file
 * @returns {Record<string, Package>}
 */
function packagesOf(file) {
  const path = join(ROOT, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

function install() {
  refuseLink();
  console.log("Installing packages (once, about a minute) …");
  const options = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const [command, given] = npm ? [process.execPath, [npm, ...options]] : ["npm", options];
  const { status } = spawnSync(command, given, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0)
    throw new Error(
      "The packages could not be installed. Check that this machine is online. For details, run: npm ci",
    );
}

/**
 * Refuses to install if node_modules is a link. `npm ci` would empty the linked directory, which another checkout uses.
 */
function refuseLink() {
  const isLink = lstatSync(join(ROOT, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink();
  if (isLink)
    throw new Error(
      "node_modules is a link to packages that do not match package-lock.json. Remove the link, then start again.",
    );
}

/** The import is here, because `build.mjs` needs packages that exist only after the installation. */
async function rebuild() {
  console.log("Building …");
  const { build } = await import("./build.mjs");
  await build();
}
