import { useEffect, useState } from "react";

import { createEmitter } from "../emitter.ts";
import type { Message } from "./snackbar.tsx";

const messages = createEmitter<[message: Message]>();

/** Says what came of an act that no new page answers, on whichever page is shown by then. */
export function tell(message: Message): void {
  messages.notify(message);
}

/** What was said last, by the server with its page or by the page itself: one message takes the other's place. */
export function useTold(served: Message | null): Message | null {
  const [told, setTold] = useState(served);

  useEffect(() => messages.subscribe(setTold), []);
  useEffect(() => {
    if (served) setTold(served);
  }, [served]);

  return told;
}
