import { useEffect, useRef } from "react";

/** Of a details element: what is pressed elsewhere, and Escape, close it; without script its own word does. */
export function useClosing() {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = () => details.current?.removeAttribute("open");
    const press = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) close();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.current?.open) return;
      // The dialog that it may stand in stays.
      event.preventDefault();
      close();
      details.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", press);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", escape);
    };
  }, []);

  return details;
}
