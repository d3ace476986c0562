/** The error for writers during a term rollover. A device keeps the typed data and shows this reason. */
export const ROLLOVER_UNDER_WAY =
  "The new term is being set up. Try again in a minute: everything you have saved is safe.";
