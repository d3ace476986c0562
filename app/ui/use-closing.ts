import { useEffect, useRef } from "react";

/** Closes a details element on a press outside it or on Escape. Without script, only its own summary closes it. */
export function useCloseOnPressOutside() {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = () => details.current?.removeAttribute("open");
    const press = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) close();
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !details.current?.open) return;
      // Escape must not also close the dialog around the element.
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
