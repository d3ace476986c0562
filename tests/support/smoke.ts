import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port.ts";

/** Starts the product as `npm start` does in an empty data directory, signs in, and stops the product with SIGTERM. */
const ROOT = path.resolve(import.meta.dirname, "../..");
const PASSWORD = "termbook-demo-school";
const FIRST_START_MS = 180_000;
const STOP_MS = 30_000;
const BACK_MS = 20_000;

type Cookies = Map<string, string>;
type Visit = { address: string; html: string };

const dataDir = mkdtempSync(path.join(tmpdir(), "termbook-smoke-"));
// If this runs as root, the database runs as another user, who needs access to the directory.
chmodSync(dataDir, 0o711);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
let errors = "";
const product = start();

try {
  await readyLine();
  await step("the first page", async () => expectStatus(await fetch(origin), 200));
  await step("/readyz", async () => expectStatus(await fetch(`${origin}/readyz`), 200));
  await step("the sign-in", signIn);
  await step("PostgreSQL killed and back", comesBack);
  await step("the web processes stay", webProcessesStay);
  await step("SIGTERM", stop);
  await step("nothing left behind", nothingLeft);
} finally {
  await stop().catch(killGroup);
  rmSync(dataDir, { recursive: true, force: true });
}

function start() {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    DEMO_SCHOOL: "primary",
  };
  for (const name of ["DATABASE_URL", "PUBLIC_URL", "NODE_ENV"]) delete env[name];
  // The product gets a process group of its own, so that processes left behind can be found and ended.
  return spawn("npm", ["start"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
}

async function readyLine(): Promise<void> {
  const began = Date.now();
  let output = "";
  product.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
    process.stderr.write(text);
  });
  product.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    process.stdout.write(text);
  });
  while (!output.includes(`Termbook is ready at ${origin}`)) {
    if (product.exitCode !== null) throw new Error(`npm start ended with ${product.exitCode}`);
    if (Date.now() - began > FIRST_START_MS) throw new Error("npm start does not become ready");
    await sleep(50);
  }
  report("ready", began);
}

/** Signs in as a browser without JavaScript does: sends each form of the sign-in with its values. */
async function signIn(): Promise<void> {
  const cookies: Cookies = new Map();
  const first = await visit(cookies, "/");
  const second = await send(cookies, first, { userName: "principal" });
  const menu = await send(cookies, second, { password: PASSWORD });
  if (!menu.address.endsWith("/app")) throw new Error(`the sign-in led to ${menu.address}`);
  if (!menu.html.includes("Mark sheet")) throw new Error("the main menu does not show the mark sheet");
}

/** Follows redirects as a browser does. Also stores the cookies of redirects, which `fetch` drops. */
async function visit(cookies: Cookies, address: string, body?: URLSearchParams): Promise<Visit> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { Cookie: cookie, Origin: origin };
  const method = body ? "POST" : "GET";
  const response = await fetch(new URL(address, origin), { method, body, headers, redirect: "manual" });
  for (const line of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  const location = response.headers.get("Location");
  if (location) return visit(cookies, location);
  expectStatus(response, 200);
  return { address, html: await response.text() };
}

/** Sends the page's form with its fields, its button and the typed values, without disabled fields. */
function send(cookies: Cookies, { address, html }: Visit, typed: Record<string, string>): Promise<Visit> {
  const [form = ""] = /<form\b[^]*?<\/form>/.exec(html) ?? [];
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<(?:input|button)\b[^>]*>/g)) {
    const [name, value] = [attribute(tag, "name"), attribute(tag, "value")];
    if (name && value !== undefined && !/ disabled\b/.test(tag)) fields.set(name, value);
  }
  for (const [name, value] of Object.entries(typed)) fields.set(name, value);
  return visit(cookies, attribute(form, "action") ?? address, fields);
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&");
}

/** Kills the database server, as a system short of memory does, and checks that the server is restarted. */
async function comesBack(): Promise<void> {
  const began = Date.now();
  const killed = postmaster();
  if (killed === null) throw new Error("there is no database to kill");
  process.kill(killed, "SIGKILL");
  while ([null, killed].includes(postmaster()) || (await fetch(origin)).status !== 200) {
    if (Date.now() - began > BACK_MS) throw new Error("the database does not come back");
    await sleep(100);
  }
}

/** Fails if a web process has ended. Such a process is restarted at once, so only the output shows it. */
async function webProcessesStay(): Promise<void> {
  const ended = errors.match(/The web process \d+ stopped unexpectedly/);
  if (ended) throw new Error(ended[0]);
}

/** Returns the process id of the database server, or null while the server starts. */
function postmaster(): number | null {
  try {
    const file = path.join(dataDir, "postgres/cluster/postmaster.pid");
    return Number(readFileSync(file, "utf8").split("\n")[0]);
  } catch {
    return null;
  }
}

async function stop(): Promise<void> {
  if (product.exitCode !== null) return;
  const ended = once(product, "exit");
  product.kill("SIGTERM");
  const [code] = await Promise.race([ended, sleep(STOP_MS, ["too late"], { ref: false })]);
  if (code !== 0) throw new Error(`npm start ended with ${code} after SIGTERM`);
}

/** Checks that no process is left. PostgreSQL leaves the process group, so its data directory identifies it. */
async function nothingLeft(): Promise<void> {
  const left = processes().filter(({ command, group }) => command.includes(dataDir) || group === product.pid);
  if (left.length > 0) throw new Error(`still running: ${left.map(({ command }) => command).join("; ")}`);
}

type Seen = { command: string; group: number };

function processes(): Seen[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter(isNumber).flatMap(livingProcess);
}

/** Returns a process that still runs. A process in state `Z` has ended, but its parent has not collected it yet. */
function livingProcess(pid: string): Seen[] {
  try {
    const [, afterName = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const [state, , group] = afterName.split(" ");
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return state === "Z" ? [] : [{ command: `${pid} ${command}`, group: Number(group) }];
  } catch {
    return [];
  }
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}

function killGroup(): void {
  try {
    if (product.pid) process.kill(-product.pid, "SIGKILL");
  } catch {
    // The process has ended, as expected.
  }
}

async function step(title: string, work: () => Promise<void>): Promise<void> {
  const began = Date.now();
  await work();
  report(title, began);
}

function report(title: string, began: number): void {
  console.log(`smoke: ${title}, ${Date.now() - began} ms`);
}

function expectStatus(response: Response, status: number): void {
  if (response.status !== status)
    throw new Error(`${response.url} answered ${response.status}, not ${status}`);
}
