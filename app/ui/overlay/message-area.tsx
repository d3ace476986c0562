import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";
import { UndoButton } from "./undo-button.tsx";

/** The elements that can show messages. The last one is on top of the others. */
let places: readonly HTMLElement[] = [];
const changes = createEmitter();

const ServedMessage = createContext<{ text: string; undo?: number } | null>(null);

/** Provides the message that the page was served with. */
export const ServedMessageProvider = ServedMessage.Provider;

type MessagePlaceProps = { className: string; "data-messages"?: "" };

/** An element for messages, in a bar that is always visible or in a dialog. A dialog would cover other messages. */
export function MessageArea(props: MessagePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? addPlace(place.current) : undefined), []);
  return <div {...props} ref={place} />;
}

/** The message in a dialog without script. The dialog covers the message of the page underneath. */
export function UnscriptedMessage({ className }: { className: string }) {
  const message = useContext(ServedMessage);
  if (!message) return null;
  return (
    <div className={`${className} hidden font-semibold unscripted:block`}>
      {message.text} {message.undo === undefined ? null : <UndoButton change={message.undo} />}
    </div>
  );
}

/** Returns the topmost element for messages; null on the server and on a page without such an element. */
export function useMessageArea(): HTMLElement | null {
  return useSyncExternalStore(
    changes.subscribe,
    () => places.at(-1) ?? null,
    () => null,
  );
}

/** Adds an element for messages and returns the function that removes it. */
function addPlace(place: HTMLElement): () => void {
  setPlaces([...places, place]);
  return () => setPlaces(places.filter((item) => item !== place));
}

function setPlaces(next: readonly HTMLElement[]): void {
  places = next;
  changes.notify();
}
