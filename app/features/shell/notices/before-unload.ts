import { outbox } from "#saving/client/open-stores.ts";

let isDecided = false;
let isWatched = false;

/** Before the sheets listen: what is decided here is not asked about again when the page is closed. */
export function watchLeaving(): void {
  if (isWatched) return;
  isWatched = true;
  window.addEventListener("beforeunload", (event) => {
    if (isDecided) event.stopImmediatePropagation();
  });
}

/** The person has been told what is unsent, and goes. Where it would be lost by that, they are asked all the same. */
export function leaveWithoutAsking(): void {
  isDecided = outbox.isDurable();
}
