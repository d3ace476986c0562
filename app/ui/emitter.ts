export type Emitter<Message extends unknown[] = []> = {
  /** Adds a listener and returns the function that removes it. */
  subscribe: (listener: (...message: Message) => void) => () => void;
  notify: (...message: Message) => void;
};

/**
 * Creates an emitter of messages.
 * @param keepsUnheard whether a message waits for the first listener if there is none yet
 */
export function createEmitter<Message extends unknown[] = []>(keepsUnheard = false): Emitter<Message> {
  const listeners = new Set<(...message: Message) => void>();
  let unheard: Message | null = null;
  return {
    subscribe(listener) {
      listeners.add(listener);
      if (unheard) listener(...unheard);
      unheard = null;
      return () => void listeners.delete(listener);
    },
    notify(...message) {
      if (keepsUnheard && listeners.size === 0) unheard = message;
      for (const listener of listeners) listener(...message);
    },
  };
}
