import { useEffect, useState } from "react";
import { createEmitter } from "../emitter.ts";
import type { SnackbarMessage } from "./snackbar.tsx";

const messages = createEmitter<[message: SnackbarMessage]>();

/** Shows a message on whichever page is open, for an action that loads no new page. */
export function showMessage(message: SnackbarMessage): void {
  messages.notify(message);
}

/**
 * Returns the latest message, from the server or from the page itself. Each message replaces the previous message.
 */
export function useLatestMessage(servedMessage: SnackbarMessage | null): SnackbarMessage | null {
  const [told, setTold] = useState(servedMessage);

  useEffect(() => messages.subscribe(setTold), []);
  useEffect(() => {
    if (servedMessage) setTold(servedMessage);
  }, [servedMessage]);

  return told;
}
