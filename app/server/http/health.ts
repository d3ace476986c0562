import { statfs } from "node:fs/promises";
import { Router } from "express";
import type { ServerBuild } from "@remix-run/node";
import type { Log } from "#runtime/log.ts";
import { setRetryAfter } from "./refusal.ts";
import type { RemixBuild } from "./remix-handler.ts";

/** The functions of the bundle that this process calls, because it does not load the database module itself. */
type Hooks = {
  databaseFault: (url: string | undefined) => Promise<{ kind: string; words: string } | null>;
  hasSchool: () => Promise<boolean>;
  isDurable: () => Promise<boolean>;
  ready: () => Promise<boolean>;
  /** Describes the age of the last backup. Null when backups are switched off. */
  backupAge: () => Promise<string | null>;
  close: () => Promise<void>;
  startQueueMetrics: () => void;
  noteError: (error: unknown, about: { requestId: string; place: string }) => Promise<void>;
};

/** Serves `/healthz`, which shows that the process responds, and `/readyz`, which shows that it can serve visitors. */
export function healthRoutes(build: RemixBuild, isDraining: () => boolean): Router {
  const router = Router();
  router.get("/healthz", (_request, response) => {
    response.type("text").send("ok\n");
  });
  router.get("/readyz", async (_request, response) => {
    const isReady =
      !isDraining() &&
      (await loadBuildHooks(build)
        .then(({ ready }) => ready())
        .catch(() => false));
    response.status(isReady ? 200 : 503).type("text");
    setRetryAfter(response);
    response.send(isReady ? await readyWords(build) : "not ready\n");
  });
  return router;
}

/** Adds the age of the last backup, for administrators. An old backup does not make the server unready. */
async function readyWords(build: RemixBuild): Promise<string> {
  const { backupAge } = await loadBuildHooks(build);
  const age = await backupAge().catch(() => null);
  return age === null ? "ready\n" : `ready\n${age}\n`;
}

export async function loadBuildHooks(build: RemixBuild): Promise<Hooks> {
  const { entry } = typeof build === "function" ? await build() : build;
  const module: ServerBuild["entry"]["module"] & Partial<Hooks> = entry.module;
  return {
    databaseFault: module.databaseFault ?? (async () => null),
    hasSchool: module.hasSchool ?? (async () => true),
    isDurable: module.isDurable ?? (async () => true),
    ready: module.ready ?? (async () => true),
    backupAge: module.backupAge ?? (async () => null),
    close: module.close ?? (async () => {}),
    startQueueMetrics: module.startQueueMetrics ?? (() => {}),
    noteError: module.noteError ?? (async () => {}),
  };
}

type Space = { bavail: number; bsize: number };

const MB = 1_000_000;
/** Enough space for a few thousand pictures, or for a day of a busy database. */
const LEAST_BYTES = 500 * MB;
const LOOK_EVERY_MS = 10 * 60_000;

/** Logs a warning as long as the disk is nearly full, early enough for somebody to act. */
export function watchDiskSpace(directory: string, log: Log): void {
  async function look(): Promise<void> {
    const warning = await statfs(directory).then(
      (space) => diskWarning(directory, space),
      () => null,
    );
    if (warning) log.warn(warning);
  }
  void look();
  setInterval(() => void look(), LOOK_EVERY_MS).unref();
}

function diskWarning(directory: string, { bavail, bsize }: Space): string | null {
  const left = bavail * bsize;
  if (left >= LEAST_BYTES) return null;
  return `The disk of DATA_DIR (${directory}) is nearly full: ${Math.floor(left / MB)} MB are left. Free some space, or pictures and documents can soon no longer be stored.`;
}
