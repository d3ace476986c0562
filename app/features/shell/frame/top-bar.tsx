import { Crest } from "#ui/page/crest.tsx";

import { useShell } from "./shell-context.ts";
import { SignOutLink } from "../sign-out/sign-out-link.tsx";

/** The bar always says school, term and person; it scrolls away (screens.md, Top bar). */
export function TopBar() {
  const { school, person, period } = useShell();
  return (
    <header className="top-bar">
      <div className="flex h-14 items-center gap-3 bg-red px-4 text-on-red md:px-6">
        <Crest className="mr-1 hidden md:block" logo={school.logo} onRed size={32} />
        <div className="min-w-0 grow">
          <p className="truncate font-serif text-13 font-bold sm:text-15 md:text-18">{school.name}</p>
          <p className="truncate text-13 md:hidden">{period.label}</p>
        </div>
        <p className="hidden shrink-0 border-r border-on-red/40 py-1 pr-4 md:block">{period.label}</p>
        <p className="flex shrink-0 items-center gap-2 md:ml-1">
          <Initials initials={person.initials} />
          <span className="sr-only lg:not-sr-only">{person.displayName}</span>
        </p>
        <SignOutLink className="-mr-2 inline-flex min-h-11 shrink-0 items-center px-2 text-13 text-on-red decoration-on-red/60 underline-offset-[6px] hover:text-on-red hover:decoration-on-red md:ml-1 md:text-15" />
      </div>
      <div className="mt-[3px] border-t border-red" />
    </header>
  );
}

/** People on staff are circles (students are squares). The name stands beside it, so it is silent. */
function Initials({ initials }: { initials: string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-grid size-8 shrink-0 place-items-center rounded-full bg-cream text-13 font-bold text-red"
    >
      {initials}
    </span>
  );
}
