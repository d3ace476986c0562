/** Who is asked before the browser's Back leaves what is open; the router allows one question, which the shell has. */
export type BackGuard = {
  /** Whether that way is to be held. */
  holds: (to: Pick<URL, "pathname" | "search">) => boolean;
  /** It is held: it goes on by `go`, or not at all by `stay`. */
  ask: (go: () => void, stay: () => void) => void;
};

export const backGuard: { current: BackGuard | null } = { current: null };
