import { useEffect, useRef, type ComponentPropsWithoutRef } from "react";

type TickBoxProps = Omit<ComponentPropsWithoutRef<"input">, "type" | "defaultChecked" | "onChange"> & {
  checked: boolean;
  /** Several boxes tell in one go, before anything is drawn again: what they told before must be built upon. */
  onTick: (isTicked: boolean) => void;
};

/**
 * A box whose state script holds. What was ticked before script came the box alone knows, and the next drawing would
 * take it away: it is told once.
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
