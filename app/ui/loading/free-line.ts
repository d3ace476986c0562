/**
 * The time for which the network must be quiet. A page that has just loaded or saved often starts another request at
 * once.
 */
const QUIET_MS = 300;

let urgent = 0;

/** Counts a script's request for data, such as a save or a check of the session, until the response arrives. */
export async function trackUrgentRequest<Answer>(request: Promise<Answer>): Promise<Answer> {
  urgent += 1;
  try {
    return await request;
  } finally {
    urgent -= 1;
  }
}

/**
 * Resolves when the page has loaded and no counted request is pending. Only then may a page load what it does not need
 * yet: a browser has six connections, and on a slow network earlier requests delay later ones.
 */
export async function waitForIdleNetwork(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  while (urgent > 0 || document.readyState !== "complete");
}
