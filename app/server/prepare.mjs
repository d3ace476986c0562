import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, isBuilt } from "./build-stamp.mjs";

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} Package */

/** Installs missing packages and, unless `withBuild` is false, rebuilds an outdated build. A clone has neither. */
export async function prepare({ withBuild = true } = {}) {
  if (!isInstalled()) install();
  if (withBuild && !isBuilt()) await rebuild();
}

/** npm records what it has put into node_modules; that must match the lock file. */
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

/** npm ci empties the directory first: behind a link, that would be another checkout's, which may be in use. */
function refuseLink() {
  const isLink = lstatSync(join(ROOT, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink();
  if (isLink)
    throw new Error(
      "node_modules is a link to packages that do not match package-lock.json. Remove the link, then start again.",
    );
}

/** Imported only now, because before the installation its imports do not exist. */
async function rebuild() {
  console.log("Building …");
  const { build } = await import("./build.mjs");
  await build();
}
