import { outbox } from "#saving/client/open-stores.ts";

let isAllowed = false;
let isWatched = false;

/**
 * Registers a listener that runs before those of the mark sheets. If the person has already confirmed leaving, the
 * browser does not ask a second time.
 */
export function watchBeforeUnload(): void {
  if (isWatched) return;
  isWatched = true;
  window.addEventListener("beforeunload", (event) => {
    if (isAllowed) event.stopImmediatePropagation();
  });
}

/**
 * Lets a person leave who has already been told about unsent rows. If leaving would lose rows, the browser asks all the
 * same.
 */
export function allowUnload(): void {
  isAllowed = outbox.isDurable();
}
