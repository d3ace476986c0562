import type { RemainingSessionSeconds } from "./session-state.ts";

/**
 * The reason why the session ended. `idle`: an hour without activity. `whole`: the maximum length of a session.
 * `ended`: an action, such as signing out. `reset-due`: a new password must be chosen.
 */
export type SessionEndReason = "idle" | "whole" | "ended" | "reset-due";

export type SessionView =
  | { kind: "in" }
  | { kind: "ending"; by: "idle" | "whole"; minutes: number }
  | { kind: "out"; why: SessionEndReason }
  /** Another account is now signed in on this browser. */
  | { kind: "somebody-else" };

/** The times at which the session ends, in milliseconds since 1970: if there is no activity, and in any case. */
export type SessionEndTimes = { idle: number; whole: number };

export const MINUTE_MS = 60_000;
export const SESSION_WARNING_MS = 5 * MINUTE_MS;

export function toSessionEndTimes({ idle, whole }: RemainingSessionSeconds, at: number): SessionEndTimes {
  return { idle: at + idle * 1_000, whole: at + whole * 1_000 };
}

export function earliestSessionEndTime({ idle, whole }: SessionEndTimes): number {
  return Math.min(idle, whole);
}

export function toSessionView(ends: SessionEndTimes): SessionView {
  const left = earliestSessionEndTime(ends) - Date.now();
  if (left > SESSION_WARNING_MS) return { kind: "in" };
  return {
    kind: "ending",
    by: ends.whole <= ends.idle ? "whole" : "idle",
    minutes: Math.max(1, Math.ceil(left / MINUTE_MS)),
  };
}

export function isSessionOpen({ kind }: SessionView): boolean {
  return kind === "in" || kind === "ending";
}
