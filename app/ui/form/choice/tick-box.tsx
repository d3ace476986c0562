import { useEffect, useRef, type ComponentPropsWithoutRef } from "react";

type TickBoxProps = Omit<ComponentPropsWithoutRef<"input">, "type" | "defaultChecked" | "onChange"> & {
  checked: boolean;
  /**
   * This may be called for several boxes before the next render, so the new state must be computed from the previous
   * one.
   */
  onTick: (isTicked: boolean) => void;
};

/**
 * A controlled checkbox. If a person ticks the box before the script loads, the first render would remove the tick. The
 * box therefore reports such a tick once.
 */
export function TickBox({ checked, onTick, ...input }: TickBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const first = useRef({ checked, onTick });

  useEffect(() => {
    const isTicked = box.current?.checked ?? first.current.checked;
    if (isTicked !== first.current.checked) first.current.onTick(isTicked);
  }, []);

  return (
    <input
      {...input}
      checked={checked}
      onChange={(event) => onTick(event.currentTarget.checked)}
      ref={box}
      type="checkbox"
    />
  );
}
