/** A key of the keyboard, named by its label. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-sm border border-line-2 bg-paper px-1 font-sans font-semibold text-ink">
      {children}
    </kbd>
  );
}
