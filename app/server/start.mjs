import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./build-stamp.mjs";
import { prepareCheckout } from "./prepare.mjs";

/** Implements `npm start` and, with --dev, `npm run dev`: prepares the checkout, then runs up.ts. */
const isDevelopment = process.argv.includes("--dev");

try {
  await prepareCheckout({ withBuild: !isDevelopment });
  handOver();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Runs the program with the same process group and output, so that a terminal or service manager sees one program. */
function handOver() {
  const program = [
    "--import",
    "tsx",
    "--import",
    "./app/server/follow-parent.mjs",
    join("app", "server", "up.ts"),
  ];
  const up = spawn(process.execPath, [...program, ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: isDevelopment ? "development" : "production",
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? "8",
    },
  });
  process.on("SIGINT", () => up.kill("SIGINT"));
  process.on("SIGTERM", () => up.kill("SIGTERM"));
  process.on("SIGHUP", () => up.kill("SIGTERM"));
  whenNpmDies(() => up.kill("SIGTERM"));
  up.on("exit", (code) => process.exit(code ?? 1));
}

/**
 * Stops the program when npm is killed, because npm cannot pass the signal on and this process would keep the port.
 * Without npm, the end of the parent has no effect, because the parent may be a shell that started a background job.
 * @param {() => void} stop
 */
function whenNpmDies(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    stop();
  }, 1000);
}
