import { useEffect, useRef, type ComponentProps } from "react";

type TickBoxProps = Omit<ComponentProps<"input">, "onChange" | "ref" | "type"> & {
  checked: boolean;
  /** Several boxes may tell at once. */
  onTick: (isTicked: boolean) => void;
};

/** A box whose page keeps what is ticked. What was ticked before script came the box alone knows, and tells it then. */
export function TickBox({ checked, onTick, className = "tick", ...input }: TickBoxProps) {
  const box = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const isTicked = box.current?.checked ?? checked;
    if (isTicked !== checked) onTick(isTicked);
    // Once: from then on the page says what is ticked.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return (
    <input
      {...input}
      checked={checked}
      className={className}
      onChange={(event) => onTick(event.currentTarget.checked)}
      ref={box}
      type="checkbox"
    />
  );
}
