/** The answer to writers during a term rollover: a device that reads it keeps what was typed, and says why. */
export const TURNED_WORDS = "The term is being turned. Try again in a minute; what you had saved is safe.";
