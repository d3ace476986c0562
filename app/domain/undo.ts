/** How long a message with an Undo is shown, in seconds. Lists offer to undo the change for the rest of the day. */
export const UNDO_SECONDS = 15;
