/** Ends a program that cannot start. The person at the terminal sees one line without a stack trace. */
export function exitWithMessage(why: unknown): never {
  process.stderr.write(`${why instanceof Error ? why.message : String(why)}\n`);
  process.exit(1);
}

/** Returns the result of `work`. If it throws, the program ends with the error's message. */
export function exitOnError<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return exitWithMessage(error);
  }
}
