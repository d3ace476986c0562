import { useCallback, useEffect, useState } from "react";
import type { AttendanceState } from "#domain/daily/attendance-states.ts";

/** The states that were tapped before the register is marked, by row. */
export type Pencil = Readonly<Record<string, AttendanceState>>;

const NOTHING: Pencil = {};

/**
 * Keeps taps in this tab until the register is marked, and sends none of them: three taps are not a register. A reload
 * loses nothing.
 */
export function usePencil({ accountId, url }: { accountId: number; url: string }) {
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

/** Without browser storage, the taps last as long as the page. */
const inMemory = new Map<string, Pencil>();

function stored(name: string): Pencil {
  const known = inMemory.get(name);
  if (known) return known;
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "{}") as Pencil;
  } catch {
    return NOTHING;
  }
}

function store(name: string, pencil: Pencil) {
  inMemory.set(name, pencil);
  try {
    if (pencil === NOTHING) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(pencil));
  } catch {
    // Storage failed; the taps are in memory.
  }
}
