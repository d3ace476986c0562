import { useEffect, useState } from "react";
import { createEmitter } from "../emitter.ts";
import type { Message } from "./snackbar.tsx";

const messages = createEmitter<[message: Message]>();

/** Shows a message about an action that loads no new page, on whichever page is open. */
export function showMessage(message: Message): void {
  messages.notify(message);
}

/** Returns the latest message, from the server or the page itself; each replaces the one before. */
export function useLatestMessage(servedMessage: Message | null): Message | null {
  const [told, setTold] = useState(servedMessage);

  useEffect(() => messages.subscribe(setTold), []);
  useEffect(() => {
    if (servedMessage) setTold(servedMessage);
  }, [servedMessage]);

  return told;
}
