import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";

/** The last place lies on top. */
let places: readonly HTMLElement[] = [];
const changes = createEmitter();

const ServedMessage = createContext<{ text: string } | null>(null);

/** The message that the page was served with. */
export const ServedMessageProvider = ServedMessage.Provider;

type MessagePlaceProps = { className: string; "data-messages"?: "" };

/** A place for messages, in a bar that is always visible or in a dialog, which would otherwise cover the message. */
export function MessageArea(props: MessagePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? addPlace(place.current) : undefined), []);
  return <div {...props} ref={place} />;
}

/** The message in a dialog without script, where the dialog covers the message of the page. */
export function UnscriptedMessage({ className }: { className: string }) {
  const message = useContext(ServedMessage);
  if (!message) return null;
  return <p className={`${className} hidden font-semibold unscripted:block`}>{message.text}</p>;
}

/** Returns null on a page without such a place, and on the server. */
export function useMessageArea(): HTMLElement | null {
  return useSyncExternalStore(
    changes.subscribe,
    () => places.at(-1) ?? null,
    () => null,
  );
}

/** Returns the function that removes the place. */
function addPlace(place: HTMLElement): () => void {
  setPlaces([...places, place]);
  return () => setPlaces(places.filter((item) => item !== place));
}

function setPlaces(next: readonly HTMLElement[]): void {
  places = next;
  changes.notify();
}
