import type { ReactNode } from "react";

import { PATHS } from "#domain/paths.ts";
import { AuthorProvider } from "#ui/form/author-field.tsx";
import { ServedMessageProvider } from "#ui/overlay/message-place.tsx";
import { useTold } from "#ui/overlay/told.ts";
import { LeaveQuestion } from "#ui/form/leave/leave-question.tsx";
import { FormToLeaveProvider, SaveByEnter } from "#ui/form/leaving-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { BackRow } from "#ui/page/back-row.tsx";
import { classes } from "#ui/classes.ts";
import { Snackbar, type Message } from "#ui/overlay/snackbar.tsx";

import { OpeningLine } from "./opening-line.tsx";
import { ShellProvider, type ShellFacts } from "./shell-context.ts";
import { SignedIn } from "../session/signed-in.tsx";
import { TopBar } from "./top-bar.tsx";
import { UnsentLink } from "../notices/unsent-link.tsx";

export type Back = { to: string; label: string };

type AppFrameProps = ShellFacts & {
  /** What the last act did, from the session's flash. */
  message?: Message | null;
  /** To the menu unless said, and from the menu itself nowhere (T2). */
  back?: Back | null;
  /** Sheets use the whole width of the window; everything else 1,200 px. */
  wide?: boolean;
  /** The id of the form on the page that is saved before it is left, where there is no script. */
  formToLeave?: string | null;
  children: ReactNode;
};

const MAIN_MENU: Back = { label: "Main Menu", to: PATHS.mainMenu };

/** Around every page of a signed-in person. */
export function AppFrame(props: AppFrameProps) {
  const { message, back = MAIN_MENU, wide = false, formToLeave = null, children, ...shell } = props;
  return (
    <ShellProvider value={shell}>
      <FormToLeaveProvider value={formToLeave}>
        <div className="frame">
          <SaveByEnter />
          <a className="absolute -top-20 left-4 z-20 rounded bg-paper px-4 py-2 focus:top-1" href="#content">
            Skip to the content
          </a>
          <OpeningLine />
          <TopBar />
          <Snackbar message={useTold(message ?? null)} />
          <main
            className={classes(
              "flex w-full grow flex-col px-4 pb-2 md:px-6 md:pb-8",
              !wide && "mx-auto max-w-content",
              back && "pt-1",
            )}
            id="content"
            tabIndex={-1}
          >
            {back ? (
              <BackRow {...back}>
                <UnsentLink />
              </BackRow>
            ) : (
              <div className="relative">
                <UnsentLink className="absolute right-0 top-0" />
              </div>
            )}
            {shell.period.isTurning ? <TermIsTurned /> : null}
            <ServedMessageProvider value={message ?? null}>
              <AuthorProvider value={shell.author}>{children}</AuthorProvider>
            </ServedMessageProvider>
          </main>
          <SignedIn />
          <LeaveQuestion />
        </div>
      </FormToLeaveProvider>
    </ShellProvider>
  );
}

/** What everybody is told while a run has the school closed (term.md, 30). */
function TermIsTurned() {
  return (
    <NoticeBox className="my-2" icon="lock" title="The term is being turned." tone="waiting">
      Marks, reports and registers that you type are kept on this device and sent when it is done. Everything
      can be read and printed.
    </NoticeBox>
  );
}
