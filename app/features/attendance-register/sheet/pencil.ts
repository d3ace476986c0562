import { useCallback, useEffect, useState } from "react";

import type { AttendanceState } from "#domain/daily/attendance-states.ts";

/** What was tapped before the register is marked, by row. */
export type Pencil = Readonly<Record<string, AttendanceState>>;

const NOTHING: Pencil = {};

/**
 * Until a register is marked it is pencil: nothing of it is sent, for three taps are no register. This tab keeps it, so
 * that a reload takes nothing away.
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

/** Where the browser stores nothing, what was tapped lasts as long as the page. */
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
    // It is in memory.
  }
}
