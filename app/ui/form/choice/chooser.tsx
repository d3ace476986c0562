import { useEffect, useImperativeHandle, useRef, type ComponentPropsWithoutRef, type RefObject } from "react";

import { useSettled } from "./use-settled.ts";

type ChooserProps = {
  /** What is stored, or what the address says. */
  value: string;
  onChoose: (list: HTMLSelectElement) => void;
  list?: RefObject<HTMLSelectElement>;
} & Omit<ComponentPropsWithoutRef<"select">, "value" | "defaultValue" | "onChange">;

/** A list that saves or leads elsewhere as soon as something is chosen in it. It keeps the focus all the while. */
export function Chooser({ value, onChoose, list, children, ...select }: ChooserProps) {
  const element = useRef<HTMLSelectElement>(null);
  useImperativeHandle<HTMLSelectElement | null, HTMLSelectElement | null>(list, () => element.current);
  const shown = useRef(value);
  const events = useSettled(onChoose);

  // What came anew is shown, unless something else was chosen meanwhile.
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
