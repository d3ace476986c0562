import { outbox } from "#saving/client/open-sheets.ts";

let isAllowed = false;
let isWatched = false;

/** It comes before the sheets' own question: what the person has decided here is not asked about once more. */
export function watchBeforeUnload(): void {
  if (isWatched) return;
  isWatched = true;
  window.addEventListener("beforeunload", (event) => {
    if (isAllowed) event.stopImmediatePropagation();
  });
}

/** The person has read what is unsent, and goes. Where it would be lost by that, they are asked all the same. */
export function allowUnload(): void {
  isAllowed = outbox.isDurable();
}
