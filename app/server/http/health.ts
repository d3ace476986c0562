import { Router } from "express";
import type { ServerBuild } from "@remix-run/node";
import { setRetryAfter } from "./refusal.ts";
import type { RemixBuild } from "./remix-handler.ts";

/** The functions of the bundle that this process calls, because it does not load the database module itself. */
type Hooks = {
  databaseFault: (url: string | undefined) => Promise<{ kind: string; words: string } | null>;
  hasSchool: () => Promise<boolean>;
  isDurable: () => Promise<boolean>;
  ready: () => Promise<boolean>;
  /** Describes the age of the last backup, or null when backups are switched off. */
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
