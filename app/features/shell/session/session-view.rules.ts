import type { RemainingSeconds } from "./session-state.ts";

/**
 * The reason why the session ended: an hour without activity, the longest life of a session, an act of somebody, or a
 * new password that is due.
 */
export type WhyOut = "idle" | "whole" | "ended" | "reset-due";

export type SessionView =
  | { kind: "in" }
  | { kind: "ending"; by: "idle" | "whole"; minutes: number }
  | { kind: "out"; why: WhyOut }
  /** Another account is signed in in this browser now. */
  | { kind: "somebody-else" };

/** The times at which the session ends without activity, and in any case, in milliseconds. */
export type Ends = { idle: number; whole: number };

export const MINUTE_MS = 60_000;
export const WARNED_MS = 5 * MINUTE_MS;

export function endsOf({ idle, whole }: RemainingSeconds, at: number): Ends {
  return { idle: at + idle * 1_000, whole: at + whole * 1_000 };
}

export function lastOf({ idle, whole }: Ends): number {
  return Math.min(idle, whole);
}

export function viewOf(ends: Ends): SessionView {
  const left = lastOf(ends) - Date.now();
  if (left > WARNED_MS) return { kind: "in" };
  return {
    kind: "ending",
    by: ends.whole <= ends.idle ? "whole" : "idle",
    minutes: Math.max(1, Math.ceil(left / MINUTE_MS)),
  };
}

export function isIn({ kind }: SessionView): boolean {
  return kind === "in" || kind === "ending";
}
