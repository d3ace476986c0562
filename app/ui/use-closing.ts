import { useEffect, useRef } from "react";

/** Closes a details element on Escape or on a press outside it. Without script, only its own summary closes it. */
export function useCloseOnPressOutside() {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = () => details.current?.removeAttribute("open");
    const press = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) close();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.current?.open) return;
      // Keeps Escape from also closing the dialog around the element.
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
