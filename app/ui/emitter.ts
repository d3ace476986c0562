export type Emitter<Message extends unknown[] = []> = {
  /** @returns unsubscribes */
  subscribe: (listener: (...message: Message) => void) => () => void;
  notify: (...message: Message) => void;
};

/** Those who want to know when something changes, and the way to let all of them know. */
export function createEmitter<Message extends unknown[] = []>(): Emitter<Message> {
  const listeners = new Set<(...message: Message) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...message) {
      for (const listener of listeners) listener(...message);
    },
  };
}
