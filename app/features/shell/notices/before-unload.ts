import { outbox } from "#saving/client/open-stores.ts";

let isAllowed = false;
let isWatched = false;

/** Keeps the browser from asking again when the person has already confirmed leaving. Runs before other listeners. */
export function watchBeforeUnload(): void {
  if (isWatched) return;
  isWatched = true;
  window.addEventListener("beforeunload", (event) => {
    if (isAllowed) event.stopImmediatePropagation();
  });
}

/** Lets a person who was warned about unsent rows leave the page, unless rows would be lost. */
export function allowUnload(): void {
  isAllowed = outbox.isDurable();
}
