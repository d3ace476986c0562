import { outbox } from "#saving/client/open-stores.ts";

let isAllowed = false;
let isWatched = false;

/**
 * This listener runs before that of the sheets: the person has already decided here, so there is no second question.
 */
export function watchBeforeUnload(): void {
  if (isWatched) return;
  isWatched = true;
  window.addEventListener("beforeunload", (event) => {
    if (isAllowed) event.stopImmediatePropagation();
  });
}

/** Lets a person go who has read what is unsent. If leaving would lose rows, the browser asks all the same. */
export function allowUnload(): void {
  isAllowed = outbox.isDurable();
}
