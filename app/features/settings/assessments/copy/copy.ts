import type { CopyLine } from "./copy.rules.ts";

/** What can be copied into a class, and what copying what was chosen would do. */
export type ShownCopy = {
  label: string;
  sources: readonly { value: string; label: string }[];
  /** Null as long as nothing was chosen. */
  plan: {
    from: string;
    label: string;
    lines: readonly CopyLine[];
    added: readonly string[];
    withDays: boolean;
    seen: string;
  } | null;
  closeTo: string;
};
