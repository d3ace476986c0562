import { PATHS } from "#domain/paths.ts";
import { askServer, isRecord } from "#saving/client/ask-server.ts";

/** Seconds until the session ends when nothing is done, and whatever is done. */
export type SecondsLeft = { idle: number; whole: number };

/** The server's reading of the session, and when it came: it may be old when there is something to watch it. */
export type ServedSession = { left: SecondsLeft; at: number };

/** What the server says of the session that this browser has now. */
export type SessionReply =
  | ({ kind: "open"; accountId: number } & SecondsLeft)
  | { kind: "ended" }
  /** Somebody has to choose a new password before anything else. */
  | { kind: "reset-due" }
  | { kind: "unreachable" };

const PATIENCE_MS = 15_000;

/** Asking does not prolong the session. */
export function askSession(): Promise<SessionReply> {
  return answerTo("GET");
}

export function prolongSession(): Promise<SessionReply> {
  return answerTo("POST");
}

async function answerTo(method: "GET" | "POST"): Promise<SessionReply> {
  const { status, kind, body } = await askServer(PATHS.sessionState, { method, patienceMs: PATIENCE_MS });
  if (kind === "signed-out") return { kind: "ended" };
  if (kind === "refused" && status === 403) return { kind: "reset-due" };
  return kind === "ok" && isOpenSession(body) ? { kind: "open", ...body } : { kind: "unreachable" };
}

function isOpenSession(body: unknown): body is { accountId: number } & SecondsLeft {
  return isRecord(body) && "accountId" in body && "idle" in body && "whole" in body;
}
