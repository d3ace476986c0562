import { signedOut } from "#ui/page/act-in-place.ts";

import { askSession } from "./session-state.ts";

/**
 * A form that the browser sends itself, such as one with a file, takes the page with it. It is held until the server has
 * said that the session is open: without one the sign-in opens over the page, and what was chosen in the form stays.
 * @param onUnreached the server could not be asked, and nothing was sent
 * @returns stops
 */
export function guardPosts(account: number, onUnreached: () => void): () => void {
  const released = new WeakSet<HTMLFormElement>();

  function hold(event: SubmitEvent) {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || released.has(form)) return;
    // A browser too old to send a form on behalf of the script sends it at once.
    if (form.method !== "post" || form.target === "_blank" || !("requestSubmit" in form)) return;
    event.preventDefault();
    void askSession().then((answer) => {
      if (answer.kind === "unreachable") return onUnreached();
      if (answer.kind !== "open" || answer.accountId !== account) return signedOut.notify();
      released.add(form);
      form.requestSubmit(submitter);
      released.delete(form);
    });
  }

  window.addEventListener("submit", hold);
  return () => window.removeEventListener("submit", hold);
}
