import { useRef, type ChangeEvent, type FocusEvent, type KeyboardEvent } from "react";

type Field = HTMLSelectElement | HTMLInputElement;

/**
 * Events of a list or a date that acts by itself. A choice with the mouse or a finger counts at once. With the keyboard
 * every arrow, letter and digit is a change of its own: what stands in the field counts when it is left, or on Enter.
 * Escape brings back what stood there before.
 */
export function useSettled<Element extends Field>(act: (field: Element) => void) {
  /** What stood there before the keyboard was used. */
  const before = useRef<string | null>(null);
  const isByKey = useRef(false);

  function settle(field: Element) {
    before.current = null;
    isByKey.current = false;
    act(field);
  }

  function isChanged({ value }: Element) {
    return before.current !== null && value !== before.current;
  }

  return {
    onPointerDown: () => {
      isByKey.current = false;
    },
    onKeyDown: (event: KeyboardEvent<Element>) => {
      const { currentTarget: field, key } = event;
      if ((key === "Enter" || key === "Escape") && isChanged(field)) {
        event.preventDefault();
        event.stopPropagation();
        if (key === "Escape") field.value = before.current ?? "";
        else settle(field);
      } else {
        before.current ??= field.value;
        isByKey.current = true;
      }
    },
    onChange: ({ currentTarget: field }: ChangeEvent<Element>) => {
      if (!isByKey.current) settle(field);
    },
    onBlur: ({ currentTarget: field }: FocusEvent<Element>) => {
      if (isChanged(field)) settle(field);
      before.current = null;
      isByKey.current = false;
    },
  };
}
