import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import { createEmitter } from "../emitter.ts";
import { UndoButton } from "./undo-button.tsx";

/** The elements that can show messages. */
let places: readonly HTMLElement[] = [];
const changes = createEmitter();

const ServedMessage = createContext<{ text: string; undo?: number } | null>(null);

/** Provides the message that the page was served with. */
export const ServedMessageProvider = ServedMessage.Provider;

type MessagePlaceProps = { className: string; "data-messages"?: "" };

/** An element for messages, in a bar that is always visible or in a dialog. */
export function MessageArea(props: MessagePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? addPlace(place.current) : undefined), []);
  return <div {...props} ref={place} />;
}

/** The message in a dialog without JavaScript. The dialog covers the message of the page underneath. */
export function UnscriptedMessage({ className }: { className: string }) {
  const message = useContext(ServedMessage);
  if (!message) return null;
  return (
    <div className={`${className} hidden font-semibold unscripted:block`}>
      {message.text} {message.undo === undefined ? null : <UndoButton change={message.undo} />}
    </div>
  );
}

/** Returns the topmost element for messages, or null on the server and on a page without such an element. */
export function useMessageArea(): HTMLElement | null {
  return useSyncExternalStore(changes.subscribe, findTopmostPlace, () => null);
}

/**
 * Finds the element in the dialog over all others, because that dialog would cover a message elsewhere. The dialog
 * that comes later in the page is on top, even if another dialog contains it.
 */
function findTopmostPlace(): HTMLElement | null {
  const dialogOf = (place: HTMLElement) => place.closest("dialog");
  return places.reduce<HTMLElement | null>((top, place) => {
    if (top === null) return place;
    const [dialog, topDialog] = [dialogOf(place), dialogOf(top)];
    if (dialog === topDialog) return isLater(place, top) ? place : top;
    if (dialog === null || topDialog === null) return dialog === null ? top : place;
    return isLater(dialog, topDialog) ? place : top;
  }, null);
}

function isLater(element: HTMLElement, other: HTMLElement): boolean {
  return (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
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
