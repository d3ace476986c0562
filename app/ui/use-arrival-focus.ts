import { useEffect, useRef, type RefObject } from "react";
import { useHydrated } from "./use-hydrated.ts";

const FIELDS = "input,textarea,select";

type Arrival<E> = {
  /** False while the element should not take the focus. */
  isWanted?: boolean;
  /** Moves the focus. Define the function at module level, because a new function counts as a new arrival. */
  focus?: (element: E) => void;
};

/**
 * Moves the focus to an element when the element appears, and again when `key` changes. If the element was in the
 * served page, a field that somebody uses before the scripts have loaded keeps the focus.
 */
export function useFocusOnAppear<E extends HTMLElement>(
  key: unknown,
  { isWanted = true, focus = focusItself }: Arrival<E> = {},
): RefObject<E> {
  const element = useRef<E>(null);
  const isServed = useRef(!useHydrated());

  useEffect(() => {
    const isFieldUsed = isServed.current && document.activeElement?.matches(FIELDS) === true;
    isServed.current = false;
    if (element.current && isWanted && !isFieldUsed) focus(element.current);
  }, [key, isWanted, focus]);

  return element;
}

function focusItself(element: HTMLElement) {
  element.focus();
}
