import type { ReactNode } from "react";

import { AuthorProvider } from "#ui/form/author-field.tsx";
import { BackRow } from "#ui/page/back-row.tsx";
import { classes } from "#ui/classes.ts";
import { Snackbar, type Message } from "#ui/overlay/snackbar.tsx";

import { OpeningLine } from "./opening-line.tsx";
import { ShellProvider, type ShellFacts } from "./shell-context.ts";
import { SignedIn } from "../session/signed-in.tsx";
import { TopBar } from "./top-bar.tsx";
import { UnsentLink } from "../notices/unsent-link.tsx";

type AppFrameProps = ShellFacts & {
  /** What the last act did, from the session's flash. */
  message?: Message | null;
  /** On every screen but the menu itself (T2). */
  showMainMenu: boolean;
  /** Sheets use the whole width of the window; everything else 1,200 px. */
  wide?: boolean;
  children: ReactNode;
};

/** Around every page of a signed-in person. */
export function AppFrame({ message, showMainMenu, wide = false, children, ...shell }: AppFrameProps) {
  return (
    <ShellProvider value={shell}>
      <div className="frame">
        <a className="absolute -top-20 left-4 z-20 rounded bg-paper px-4 py-2 focus:top-1" href="#content">
          Skip to the content
        </a>
        <OpeningLine />
        <TopBar />
        <Snackbar message={message} />
        <main
          className={classes(
            "flex w-full grow flex-col px-4 pb-2 md:px-6 md:pb-8",
            !wide && "mx-auto max-w-content",
            showMainMenu && "pt-1",
          )}
          id="content"
          tabIndex={-1}
        >
          {showMainMenu ? (
            <BackRow label="Main Menu" to="/app">
              <UnsentLink />
            </BackRow>
          ) : (
            <div className="relative">
              <UnsentLink className="absolute right-0 top-0" />
            </div>
          )}
          <AuthorProvider value={shell.account}>{children}</AuthorProvider>
        </main>
        <SignedIn />
      </div>
    </ShellProvider>
  );
}
