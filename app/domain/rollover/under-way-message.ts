/** The error for a save in a term that was started and then undone. The typed data stays on the device. */
export const TERM_NOT_STARTED =
  "This term has not started. What you typed will be saved when the term starts.";

/** The error for a save during a rollover. The typed data stays on the device, and the page shows this reason. */
export const ROLLOVER_UNDER_WAY =
  "The new term is being set up. Try again in a minute: everything you have saved is safe.";
