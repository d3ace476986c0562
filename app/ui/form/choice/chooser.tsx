import {
  useEffect,
  useImperativeHandle,
  useRef,
  type ComponentPropsWithoutRef,
  type RefObject,
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
} from "react";

type ChooserProps = {
  /** The value that is stored or in the address. */
  value: string;
  onChoose: (list: HTMLSelectElement) => void;
  list?: RefObject<HTMLSelectElement>;
} & Omit<ComponentPropsWithoutRef<"select">, "value" | "defaultValue" | "onChange">;

/** A drop-down list that saves or navigates as soon as a value is chosen, and keeps the focus. */
export function AutoSubmitSelect({ value, onChoose, list, children, ...select }: ChooserProps) {
  const element = useRef<HTMLSelectElement>(null);
  useImperativeHandle<HTMLSelectElement | null, HTMLSelectElement | null>(list, () => element.current);
  const shown = useRef(value);
  const events = useSettledChoice(onChoose);

  // Shows a new value from the server, unless the person has chosen another value in the meantime.
  useEffect(() => {
    const box = element.current;
    if (box?.value === shown.current) box.value = value;
    shown.current = value;
  }, [value]);

  return (
    <select autoComplete="off" {...select} {...events} defaultValue={value} ref={element}>
      {children}
    </select>
  );
}

/**
 * Returns the event handlers of a drop-down list that saves or navigates by itself. A choice by mouse or finger takes
 * effect at once. On the keyboard every arrow key and letter changes the value, so the choice takes effect only on
 * Enter or when the person leaves the field; Escape restores the previous value.
 */
function useSettledChoice(act: (field: HTMLSelectElement) => void) {
  /** The value before the first key press. */
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
