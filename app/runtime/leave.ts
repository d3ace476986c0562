/** Ends a program that cannot begin, with what a person at a terminal should know: one line, and no trace of the code. */
export function leave(why: unknown): never {
  process.stderr.write(`${why instanceof Error ? why.message : String(why)}\n`);
  process.exit(1);
}

/** What `work` gives, or the end. */
export function orLeave<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return leave(error);
  }
}
