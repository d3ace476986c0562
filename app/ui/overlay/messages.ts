import { useEffect, useState } from "react";
import { createEmitter } from "../emitter.ts";
import type { Message } from "./snackbar.tsx";

const messages = createEmitter<[message: Message]>();

/** Shows a message about an action that no new page answers, on whichever page is open by then. */
export function showMessage(message: Message): void {
  messages.notify(message);
}

/** Returns the latest message, from the server or from the page itself: each replaces the one before. */
export function useLatestMessage(served: Message | null): Message | null {
  const [told, setTold] = useState(served);

  useEffect(() => messages.subscribe(setTold), []);
  useEffect(() => {
    if (served) setTold(served);
  }, [served]);

  return told;
}
