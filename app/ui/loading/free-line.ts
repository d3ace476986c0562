/** The pause after a page has loaded, or after a counted request, in which another one often begins. */
const QUIET_MS = 300;

let urgent = 0;

/** Counts a request of a script for data, such as a save or a check of the session, until it is answered. */
export async function withPriority<Answer>(request: Promise<Answer>): Promise<Answer> {
  urgent += 1;
  try {
    return await request;
  } finally {
    urgent -= 1;
  }
}

/**
 * Resolves when the page has loaded and no counted request is on its way: only then may a page load what it does not need yet.
 * A browser has six connections, and on a slow line whatever is asked for first delays the rest.
 */
export async function lineIsFree(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  while (urgent > 0 || document.readyState !== "complete");
}
