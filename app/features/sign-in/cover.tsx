import type { ReactNode } from "react";
import { SchoolCrest } from "#ui/page/crest.tsx";

export type SignInCoverSchool = { name: string; logo?: string | null };

type CoverProps = {
  school: SignInCoverSchool;
  /** The content below the school's name. */ children: ReactNode;
};

/** The design of the sign-in pages as an exercise book with a red cover and a label with the school's name. */
export function SignInCover({ school, children }: CoverProps) {
  return (
    // The host name of an identity provider may be long and has no space to break at.
    <div className="relative flex min-h-screen flex-col overflow-hidden bg-red [overflow-wrap:anywhere] supports-[height:100dvh]:min-h-dvh">
      <div className="absolute inset-y-0 left-0 w-3 border-r border-red-edge bg-red-deep md:w-[73px]" />
      <div className="absolute right-0 top-0 hidden size-28 bg-red-deep [clip-path:polygon(0_0,100%_0,100%_100%)] md:block" />
      <div className="absolute bottom-0 right-0 hidden size-28 bg-red-deep [clip-path:polygon(100%_0,100%_100%,0_100%)] md:block" />
      <main className="grid grow content-start justify-items-center py-4 pl-7 pr-4 md:content-center md:pl-[72px] md:pr-0">
        <div className="plate w-full max-w-plate px-7 pb-8 pt-7 before:inset-1.5 md:px-12 md:pb-11 md:pt-10 md:before:inset-2">
          <header className="flex flex-col items-center text-center">
            <SchoolCrest logo={school.logo} size={48} />
            <p className="mt-2.5 text-balance font-serif text-24 font-bold">{school.name}</p>
            <p className="text-balance text-muted">Marks, term reports and attendance</p>
          </header>
          <div className="double-rule mb-6 mt-5 md:mt-6" />
          {children}
        </div>
      </main>
      <footer className="relative pb-6 pl-7 pr-4 text-center text-13 text-on-red md:pl-[72px]">
        <strong className="mr-2 font-serif text-15">Termbook</strong> for the staff of the school
      </footer>
    </div>
  );
}
