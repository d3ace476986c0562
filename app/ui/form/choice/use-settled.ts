import { useRef, type ChangeEvent, type FocusEvent, type KeyboardEvent } from "react";

/**
 * Returns the event handlers of a drop-down list that acts by itself. A choice with the mouse or a finger takes effect
 * at once. With the keyboard, every arrow and letter changes the value, so it takes effect on Enter or when the field
 * is left, and Escape restores the previous value.
 */
export function useSettledChoice(act: (field: HTMLSelectElement) => void) {
  /** The value before the keyboard was used. */
  const before = useRef<string | null>(null);
  const isByKey = useRef(false);

  function settle(field: HTMLSelectElement) {
    before.current = null;
    isByKey.current = false;
    act(field);
  }

  function isChanged({ value }: HTMLSelectElement) {
    return before.current !== null && value !== before.current;
  }

  return {
    onPointerDown: () => {
      isByKey.current = false;
    },
    onKeyDown: (event: KeyboardEvent<HTMLSelectElement>) => {
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
    onChange: ({ currentTarget: field }: ChangeEvent<HTMLSelectElement>) => {
      if (!isByKey.current) settle(field);
    },
    onBlur: ({ currentTarget: field }: FocusEvent<HTMLSelectElement>) => {
      if (isChanged(field)) settle(field);
      before.current = null;
      isByKey.current = false;
    },
  };
}
