import { createContext, useContext } from "react";

import type { SecondsLeft } from "../session/session-state.ts";

/** The account, school and period of a page, as the shell's loader says them. */
export type ShellFacts = {
  account: number;
  /** In each form that posts. */
  author: string;
  school: { name: string; logo?: string | null };
  person: { displayName: string; initials: string };
  /** '2025-2026, Term 3'; while it is being turned, which term it becomes. */
  period: { label: string; isTurning?: boolean };
  /** The session as the page was served with it. */
  session: {
    userName: string;
    timeZone: string;
    secondsLeft: SecondsLeft;
    /** Where somebody else may vouch for the person. */
    provider?: { name: string; url: string };
  };
};

const Context = createContext<ShellFacts | null>(null);

export const ShellProvider = Context.Provider;

export function useShell(): ShellFacts {
  const shell = useContext(Context);
  if (!shell) throw new Error("outside of the shell");
  return shell;
}
