import { useCallback, useEffect, useState } from "react";
import type { AttendanceState } from "#domain/daily/attendance-states.ts";

/** The states chosen before the register is marked, by row. */
export type UnsavedStates = Readonly<Record<string, AttendanceState>>;

const NOTHING: UnsavedStates = {};

/**
 * Keeps the chosen states in this tab until the register is marked: a few taps are not yet a register, so none is sent.
 * The states survive a reload.
 */
export function useUnsavedStates({ accountId, url }: { accountId: number; url: string }) {
  const name = `pencil ${accountId} ${url}`;
  const [pencil, setPencil] = useState(NOTHING);

  useEffect(() => setPencil(stored(name)), [name]);

  const write = useCallback(
    (row: string, state: AttendanceState) => {
      const next = { ...stored(name), [row]: state };
      store(name, next);
      setPencil(next);
    },
    [name],
  );

  const erase = useCallback(() => {
    store(name, NOTHING);
    setPencil(NOTHING);
  }, [name]);

  return { pencil, write, erase };
}

/** Used if browser storage is unavailable: the states then last until the page is closed. */
const inMemory = new Map<string, UnsavedStates>();

function stored(name: string): UnsavedStates {
  const known = inMemory.get(name);
  if (known) return known;
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "{}") as UnsavedStates;
  } catch {
    return NOTHING;
  }
}

function store(name: string, pencil: UnsavedStates) {
  inMemory.set(name, pencil);
  try {
    if (pencil === NOTHING) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(pencil));
  } catch {
    // Storage failed, but the states are still in memory.
  }
}
