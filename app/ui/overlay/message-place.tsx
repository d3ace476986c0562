import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";

import { createEmitter } from "../emitter.ts";

/** The last one lies on top. */
let places: readonly HTMLElement[] = [];
const changes = createEmitter();

const ServedMessage = createContext<{ text: string } | null>(null);

/** Around the page: what the last act did, as the page was served with it. */
export const ServedMessageProvider = ServedMessage.Provider;

type MessagePlaceProps = { className: string; "data-messages"?: "" };

/** In a bar that is always in sight, or in a dialog, which would lie over the message: there what the last act did is said. */
export function MessagePlace(props: MessagePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? addPlace(place.current) : undefined), []);
  return <div {...props} ref={place} />;
}

/** The same for a dialog of a page without script, which lies over what the page says too. */
export function UnscriptedMessage({ className }: { className: string }) {
  const message = useContext(ServedMessage);
  if (!message) return null;
  return <p className={`${className} hidden font-semibold unscripted:block`}>{message.text}</p>;
}

/** Null on a page without such a place, and while it is served. */
export function useMessagePlace(): HTMLElement | null {
  return useSyncExternalStore(
    changes.subscribe,
    () => places.at(-1) ?? null,
    () => null,
  );
}

/** @returns what takes it away */
function addPlace(place: HTMLElement): () => void {
  setPlaces([...places, place]);
  return () => setPlaces(places.filter((each) => each !== place));
}

function setPlaces(next: readonly HTMLElement[]): void {
  places = next;
  changes.notify();
}
