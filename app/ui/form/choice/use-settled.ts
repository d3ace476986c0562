import { useRef, type ChangeEvent, type FocusEvent, type KeyboardEvent } from "react";

type Field = HTMLSelectElement | HTMLInputElement;

/**
 * Returns the events of a list or date field that acts by itself. A choice with the mouse or a finger acts at once.
 * With the keyboard, every arrow, letter and digit is a change: the value acts on Enter or when the field is left.
 * Escape restores the previous value.
 */
export function useSettled<Element extends Field>(act: (field: Element) => void) {
  /** The value before the keyboard was used. */
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
