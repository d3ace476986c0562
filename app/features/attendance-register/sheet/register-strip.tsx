import { NotYetSaved } from "#saving/screen/save-foot.tsx";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { Key } from "#ui/page/key.tsx";

type RegisterStripProps = { counts: string; title: string; isInk: boolean; isScrolled: boolean };

/** Stuck at the top: the count, and how one marks; once the heading has scrolled off, what this is. */
export function RegisterStrip({ counts, title, isInk, isScrolled }: RegisterStripProps) {
  const { hydrated } = useSaving();
  return (
    <div className="sticky top-0 z-[11] -mx-4 flex min-h-10 items-center justify-between gap-3 border-b border-t-[3px] border-red bg-cream-2 px-4 text-13 md:mx-0 md:border-x md:border-x-line">
      {isScrolled ? <span className="truncate font-serif text-15 font-bold lg:hidden">{title}</span> : null}
      <strong className={isScrolled ? "max-lg:sr-only" : "max-lg:leading-4"}>{counts}</strong>
      {hydrated && isInk ? (
        <span className="flex lg:hidden">
          <NotYetSaved />
        </span>
      ) : null}
      {hydrated ? (
        <span className={isInk || isScrolled ? "text-muted max-lg:hidden" : "text-muted"}>
          <span className="lg:hidden">Tap to change</span>
          <span className="max-lg:hidden touch:hidden">
            Click or press Space to change. <Key>A</Key> absent <Key>L</Key> late <Key>P</Key> present{" "}
            <Key>↓</Key> next
          </span>
        </span>
      ) : null}
    </div>
  );
}
