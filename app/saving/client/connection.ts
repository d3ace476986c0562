import { useSyncExternalStore } from "react";
import { createEmitter } from "#ui/emitter.ts";
import type { ConnectionState } from "./row-phase.ts";

type Connection = { state: ConnectionState; since: Date };

let now: Connection = { state: "open", since: new Date() };
const changes = createEmitter();

/** Tells whether the last request of any saved target came through. The object stays the same until that changes. */
export function connection(): Connection {
  return now;
}

export function useConnection(): Connection {
  return useSyncExternalStore(changes.subscribe, connection, connection);
}

export function setConnection(state: ConnectionState): void {
  if (state === now.state) return;
  now = { state, since: new Date() };
  changes.notify();
}
