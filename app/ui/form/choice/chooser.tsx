import { useEffect, useImperativeHandle, useRef, type ComponentPropsWithoutRef, type RefObject } from "react";
import { useSettledChoice } from "./use-settled.ts";

type ChooserProps = {
  /** The value that is stored, or that is in the address. */
  value: string;
  onChoose: (list: HTMLSelectElement) => void;
  list?: RefObject<HTMLSelectElement>;
} & Omit<ComponentPropsWithoutRef<"select">, "value" | "defaultValue" | "onChange">;

/** A drop-down list that saves or navigates as soon as a value is chosen, and keeps the focus. */
export function Chooser({ value, onChoose, list, children, ...select }: ChooserProps) {
  const element = useRef<HTMLSelectElement>(null);
  useImperativeHandle<HTMLSelectElement | null, HTMLSelectElement | null>(list, () => element.current);
  const shown = useRef(value);
  const events = useSettledChoice(onChoose);

  // Shows a new value from the server, unless the person has chosen another one meanwhile.
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
