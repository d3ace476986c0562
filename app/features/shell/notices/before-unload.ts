import { outbox } from "#saving/client/open-stores.ts";

let isAllowed = false;
let isWatched = false;

/**
 * Registers a listener that runs before those of the mark sheets. When the person has already confirmed leaving, it
 * keeps the browser from asking a second time.
 */
export function watchBeforeUnload(): void {
  if (isWatched) return;
  isWatched = true;
  window.addEventListener("beforeunload", (event) => {
    if (isAllowed) event.stopImmediatePropagation();
  });
}

/**
 * Lets a person leave who has already read about unsent rows. If leaving would lose rows, the browser asks
 * nevertheless.
 */
export function allowUnload(): void {
  isAllowed = outbox.isDurable();
}
