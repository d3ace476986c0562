import { PATHS } from "#domain/paths.ts";
import { fetchJson, isPlainObject } from "#saving/client/fetch-json.ts";

/** The number of seconds until the session ends: `idle` if there is no activity, and `whole` in any case. */
export type RemainingSessionSeconds = { idle: number; whole: number };

/** The remaining time of the session, and when the server sent it, perhaps long before the watch begins. */
export type SessionTimeReceived = { left: RemainingSessionSeconds; at: number };

/** The server's response about the current session of this browser. */
export type SessionReply =
  | ({ kind: "open"; accountId: number } & RemainingSessionSeconds)
  | { kind: "ended" }
  /** The person has to choose a new password before anything else. */
  | { kind: "reset-due" }
  | { kind: "unreachable" };

const PATIENCE_MS = 15_000;

/** Reads the state of the session without prolonging it. */
export function fetchSession(): Promise<SessionReply> {
  return answerTo("GET");
}

export function prolongSession(): Promise<SessionReply> {
  return answerTo("POST");
}

async function answerTo(method: "GET" | "POST"): Promise<SessionReply> {
  const { status, kind, body } = await fetchJson(PATHS.sessionState, { method, patienceMs: PATIENCE_MS });
  if (kind === "signed-out") return { kind: "ended" };
  if (kind === "refused" && status === 403) return { kind: "reset-due" };
  return kind === "ok" && isOpenSession(body) ? { kind: "open", ...body } : { kind: "unreachable" };
}

function isOpenSession(body: unknown): body is { accountId: number } & RemainingSessionSeconds {
  return isPlainObject(body) && "accountId" in body && "idle" in body && "whole" in body;
}
