export type Emitter<Message extends unknown[] = []> = {
  /** Returns the function that unsubscribes. */
  subscribe: (listener: (...message: Message) => void) => () => void;
  notify: (...message: Message) => void;
};

/** Creates a list of listeners that can all be notified of a change. */
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
