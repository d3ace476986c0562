/** A keyboard key, such as Enter, within a text. */
export function KeyboardKey({ children }: { children: string }) {
  return (
    <kbd className="rounded-sm border border-line-2 bg-paper px-1 font-sans font-semibold text-ink">
      {children}
    </kbd>
  );
}
