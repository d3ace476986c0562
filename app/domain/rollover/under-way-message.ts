/** The error for a save in a term after the current one, whose start was undone. The typed data stays on the device. */
export const TERM_NOT_STARTED = "This term has not started. What you typed is saved when it starts.";

/** The error for a save during a rollover. The typed data stays on the device, and the page shows this reason. */
export const ROLLOVER_UNDER_WAY =
  "The new term is being set up. Try again in a minute: everything you have saved is safe.";
