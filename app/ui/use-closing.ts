import { useEffect, useRef } from "react";

function isAlwaysOver(_details: HTMLDetailsElement): boolean {
  return true;
}

/**
 * Closes a details element on Escape or on a press outside it. Without JavaScript, only its own summary closes it.
 * @param isOver tells whether the open element lies over the page. Any other element stays open, because closing it
 * would move the page under the pointer.
 */
export function useCloseOnPressOutside(isOver = isAlwaysOver) {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = () => details.current?.removeAttribute("open");
    const press = ({ target }: Event) => {
      const { current } = details;
      if (target instanceof Node && current?.open && !current.contains(target) && isOver(current)) close();
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
  }, [isOver]);

  return details;
}
