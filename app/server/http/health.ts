import { Router } from "express";
import type { ServerBuild } from "@remix-run/node";
import { setRetryAfter } from "./refusal.ts";
import type { Build } from "./remix-handler.ts";

/** Functions that the bundle's entry exports for this process, which has no database module of its own. */
type Hooks = {
  databaseFault: (url: string | undefined) => Promise<{ kind: string; words: string } | null>;
  hasSchool: () => Promise<boolean>;
  isDurable: () => Promise<boolean>;
  ready: () => Promise<boolean>;
  /** Describes the age of the last backup; null when backups are off. */
  backupAge: () => Promise<string | null>;
  close: () => Promise<void>;
  startQueueMetrics: () => void;
  noteError: (error: unknown, about: { requestId: string; place: string }) => Promise<void>;
};

/** Serves `/healthz`, which says that the process answers, and `/readyz`, which says that it can serve visitors. */
export function health(build: Build, isDraining: () => boolean): Router {
  const router = Router();
  router.get("/healthz", (_request, response) => {
    response.type("text").send("ok\n");
  });
  router.get("/readyz", async (_request, response) => {
    const isReady =
      !isDraining() &&
      (await hooksOf(build)
        .then(({ ready }) => ready())
        .catch(() => false));
    response.status(isReady ? 200 : 503).type("text");
    setRetryAfter(response);
    response.send(isReady ? await readyWords(build) : "not ready\n");
  });
  return router;
}

/** Visitors are served however old the last backup is; the text tells administrators its age. */
async function readyWords(build: Build): Promise<string> {
  const { backupAge } = await hooksOf(build);
  const age = await backupAge().catch(() => null);
  return age === null ? "ready\n" : `ready\n${age}\n`;
}

export async function hooksOf(build: Build): Promise<Hooks> {
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
