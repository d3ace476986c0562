export type Emitter<Message extends unknown[] = []> = {
  /** Adds a listener and returns the function that removes it. */
  subscribe: (listener: (...message: Message) => void) => () => void;
  notify: (...message: Message) => void;
};

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
