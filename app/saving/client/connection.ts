import { useSyncExternalStore } from "react";
import { createEmitter } from "#ui/emitter.ts";
import type { ConnectionState } from "./row-phase.ts";

type Connection = { state: ConnectionState; since: Date };

let now: Connection = { state: "open", since: new Date() };
const changes = createEmitter();

/** Returns the state of the connection after the last request of any store. A new object means that it changed. */
export function currentConnection(): Connection {
  return now;
}

export function useConnection(): Connection {
  return useSyncExternalStore(changes.subscribe, currentConnection, currentConnection);
}

export function setConnection(state: ConnectionState): void {
  if (state === now.state) return;
  now = { state, since: new Date() };
  changes.notify();
}
