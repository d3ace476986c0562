import { useEffect, useRef, useState } from "react";

/** Tells whether an element has scrolled out at the top of the window. */
export function useScrolledOff() {
  const mark = useRef<HTMLDivElement>(null);
  const [isOff, setOff] = useState(false);

  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setOff(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);

  return { mark, isOff };
}
