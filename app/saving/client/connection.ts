import type { ConnectionState } from "./row-phase.ts";

type Connection = { link: ConnectionState; since: Date };

let now: Connection = { link: "open", since: new Date() };
const listeners = new Set<() => void>();

/** Whether the last request of any sheet came through; an object that stays the same until that changes. */
export function connection(): Connection {
  return now;
}

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function noteConnection(link: ConnectionState): void {
  if (link === now.link) return;
  now = { link, since: new Date() };
  for (const listener of listeners) listener();
}
