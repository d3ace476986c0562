/** The answer to writers during a term rollover: a device that reads it keeps what was typed, and says why. */
export const ROLLOVER_UNDER_WAY =
  "The new term is being set up. Try again in a minute: everything you have saved is safe.";
