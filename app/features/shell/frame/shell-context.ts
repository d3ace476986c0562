import { createContext, useContext } from "react";
import type { RemainingSessionSeconds } from "../session/session-state.ts";

export type ShellContext = {
  account: number;
  /** The value of the hidden field by which each form names the account whose page it is on. */
  author: string;
  school: { name: string; logo?: string | null };
  person: { displayName: string; initials: string };
  /** The term, such as '2025-2026, Term 3'; during a rollover, the next term. */
  period: { label: string; isRolloverUnderWay?: boolean };
  /** The state of the session when the page was served. */
  session: {
    userName: string;
    timeZone: string;
    secondsLeft: RemainingSessionSeconds;
    /** The identity provider for signing in, if the school has one. */
    provider?: { name: string; url: string };
  };
};

const Context = createContext<ShellContext | null>(null);

export const ShellProvider = Context.Provider;

export function useShellContext(): ShellContext {
  const shell = useContext(Context);
  if (!shell) throw new Error("outside of the shell");
  return shell;
}
