/** Ends a program that cannot start, with one line for the person at the terminal and no stack trace. */
export function exitWithMessage(why: unknown): never {
  process.stderr.write(`${why instanceof Error ? why.message : String(why)}\n`);
  process.exit(1);
}

/** Returns the result of `work`; if it throws, ends the program with the error's message. */
export function exitOnError<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return exitWithMessage(error);
  }
}
