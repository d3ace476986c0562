import { useEffect, useRef, type ComponentPropsWithoutRef } from "react";

type TickBoxProps = Omit<ComponentPropsWithoutRef<"input">, "type" | "defaultChecked" | "onChange"> & {
  checked: boolean;
  /** May be called for several boxes before the next render, so set the state from its previous value. */
  onTick: (isTicked: boolean) => void;
};

/**
 * A controlled checkbox. A box that was ticked before the script loaded would lose its tick at the first render, so the
 * tick is reported once.
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
