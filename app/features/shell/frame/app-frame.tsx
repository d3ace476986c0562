import { useEffect, useState, type ReactNode, type MouseEvent } from "react";
import { Link, useLocation } from "@remix-run/react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { AuthorProvider } from "#ui/form/author-field.tsx";
import { ServedMessageProvider } from "#ui/overlay/message-area.tsx";
import { useLatestMessage, showMessage } from "#ui/overlay/messages.ts";
import { UnsavedChangesGuard } from "#ui/form/leave/leave-question.tsx";
import { FormToLeaveProvider, HiddenSaveButton, SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { BackLinkRow } from "#ui/page/page-head.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { Snackbar, type SnackbarMessage } from "#ui/overlay/snackbar.tsx";
import { SchoolCrest } from "#ui/page/crest.tsx";
import { PageLoadingLine } from "./opening-line.tsx";
import { ShellProvider, useShellContext, type ShellContext } from "./shell-context.ts";
import { isTargetOnPage, sendUnsentRowsOf } from "#saving/client/open-stores.ts";
import { useUnsentRows } from "#saving/screen/use-unsent-rows.ts";
import { sessionEndedEmitter } from "#ui/form/form-result.ts";
import { Icon } from "#ui/page/icon.tsx";
import { usePrefetchedRoutes } from "#ui/loading/use-prefetched-routes.ts";
import { leaveRequestEmitter } from "#ui/form/leave/leave-guards.ts";
import { watchDownloads } from "#ui/page/downloads.ts";
import { opensOutsidePage } from "#ui/page/use-link-click.ts";
import { watchBeforeUnload } from "../notices/before-unload.ts";
import { type SessionTimeReceived, fetchSession } from "../session/session-state.ts";
import type { RequestedDownload } from "./downloads.tsx";
import { PREFETCH_AFTER_MS, usePrefetchedModule } from "./use-prefetched-module.ts";

export type BackLink = { to: string; label: string };

type AppFrameProps = ShellContext & {
  /** The session's flash message about the last action. */
  message?: SnackbarMessage | null;
  /** The link back. By default it leads to the Main Menu; null hides it. */
  back?: BackLink | null;
  /**
   * True for pages that use the whole width of the window, such as mark sheets. Other pages are at most 1,200 px wide.
   */
  wide?: boolean;
  /** The id of a form to save before leaving. Without JavaScript, the links at the top submit it. */
  formToLeave?: string | null;
  children: ReactNode;
};

const MAIN_MENU: BackLink = { label: "Main Menu", to: PATHS.mainMenu };

export function AppFrame(props: AppFrameProps) {
  const { message, back = MAIN_MENU, wide = false, formToLeave = null, children, ...shell } = props;
  return (
    <ShellProvider value={shell}>
      <FormToLeaveProvider value={formToLeave}>
        <div className="relative flex min-h-screen flex-col supports-[height:100dvh]:min-h-dvh">
          <HiddenSaveButton />
          <a className="absolute -top-20 left-4 z-20 rounded bg-paper px-4 py-2 focus:top-1" href="#content">
            Skip to main content
          </a>
          <PageLoadingLine />
          <TopBar />
          <AuthorProvider value={shell.author}>
            <Snackbar message={useLatestMessage(message ?? null)} />
          </AuthorProvider>
          <main
            className={joinClassNames(
              "group/page flex w-full grow flex-col px-4 pb-2 md:px-6 md:pb-8",
              !wide && "mx-auto max-w-content",
              back && "pt-1",
            )}
            data-wide={wide || null}
            id="content"
            tabIndex={-1}
          >
            {back ? (
              <BackLinkRow {...back}>
                <UnsentLink />
              </BackLinkRow>
            ) : (
              <div className="relative">
                <UnsentLink className="absolute right-0 top-0" />
              </div>
            )}
            {shell.period.isRolloverUnderWay ? <RolloverNotice /> : null}
            <ServedMessageProvider value={message ?? null}>
              <AuthorProvider value={shell.author}>{children}</AuthorProvider>
            </ServedMessageProvider>
          </main>
          <SignedIn />
          <UnsavedChangesGuard />
        </div>
      </FormToLeaveProvider>
    </ShellProvider>
  );
}

function RolloverNotice() {
  return (
    <NoticeBox className="my-2" icon="lock" title="The new term is being set up." tone="waiting">
      Marks, reports and registers that you type are kept on this device and sent when the new term is ready.
      You can still read and print everything.
    </NoticeBox>
  );
}

function TopBar() {
  const { school, person, period } = useShellContext();
  return (
    <header className="top-bar">
      <div className="flex h-14 items-center gap-3 bg-red px-4 text-on-red md:px-6">
        <SchoolCrest className="mr-1 hidden md:block" logo={school.logo} onRed size={32} />
        <div className="min-w-0 grow">
          <p className="line-clamp-2 font-serif text-13 font-bold leading-4 sm:text-15 md:text-18">
            {school.name}
          </p>
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

/** The person's initials, hidden from screen readers because the name is beside them. */
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

/** Links to the unsent rows on this device that are not on this page, if there are any. */
function UnsentLink({ className }: { className?: string }) {
  const { account } = useShellContext();
  const { key, pathname } = useLocation();
  const unsent = useUnsentRows(account, key) ?? [];
  const isListed = pathname === PATHS.unsent;
  const count = isListed ? 0 : unsent.filter((row) => !isTargetOnPage(row)).length;
  return (
    <p className={joinClassNames("min-w-0 text-13 print:hidden", className)} role="status">
      {count > 0 ? <Waiting count={count} /> : null}
    </p>
  );
}

function Waiting({ count }: { count: number }) {
  // The list of unsent rows is loaded early, because it must open without a network too.
  usePrefetchedRoutes(["routes/unsent"]);
  return (
    <Link
      className="inline-flex min-h-9 items-center gap-2 text-waiting hover:text-waiting touch:min-h-11"
      to={PATHS.unsent}
    >
      <Icon name="waiting" />
      <span>
        <strong>{count} not yet saved</strong>
        <span className="max-md:sr-only"> on this device</span>: see {count === 1 ? "it" : "them"}
      </span>
    </Link>
  );
}

/** Opens the sign-out confirmation over the page. Without JavaScript, the link opens it as a page. */
function SignOutLink({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false);
  const location = useLocation();
  const url = signOutFrom(location);
  const loaded = usePrefetchedModule(() => import("../sign-out/sign-out-question.tsx"), PREFETCH_AFTER_MS);

  useEffect(() => setOpen(false), [location]);
  useEffect(() => (isOpen ? showOverlayUrl(url) : undefined), [isOpen, url]);

  function open(event: MouseEvent) {
    if (!loaded || opensOutsidePage(event) || location.pathname === PATHS.signOut) return;
    event.preventDefault();
    leaveRequestEmitter.notify(() => setOpen(true));
  }

  return (
    <>
      <SaveAndLeaveLink className={className} onClick={open} preventScrollReset to={url}>
        Sign Out
      </SaveAndLeaveLink>
      {loaded && isOpen ? <loaded.SignOutModal onCancel={() => setOpen(false)} /> : null}
    </>
  );
}

/**
 * Returns the URL of the sign-out confirmation. `next` is the page to return to after the next sign-in; it is left out
 * for the main menu, which is the default.
 */
function signOutFrom({ pathname, search }: { pathname: string; search: string }): string {
  const isPage = pathname.startsWith(`${PATHS.mainMenu}/`) && pathname !== PATHS.signOut;
  return withQuery(PATHS.signOut, { next: isPage ? pathname + search : null });
}

/**
 * Shows the URL of an overlay in the address bar, so that a reload or a copied link opens the overlay too. Remix's
 * router is not used, because it would reload the page below and would fail without a network. Returns a function that
 * restores the page's URL.
 */
function showOverlayUrl(url: string): () => void {
  const { state } = window.history;
  const { href } = window.location;
  window.history.replaceState(state, "", url);
  const shown = window.location.href;
  return () => {
    // If another page has been opened since, its URL must not be replaced.
    if (window.location.href === shown) window.history.replaceState(state, "", href);
  };
}

/** The delay before the session monitor is loaded, so that the page's own script comes first. */
const MONITOR_AFTER_MS = 700;

const NOT_SENT = "No connection: nothing was sent. Try again in a moment.";
const TOLD_SECONDS = 6;

/** Sends waiting rows, watches the session and downloads files, on every page of a signed-in person. */
function SignedIn() {
  const { account, session } = useShellContext();
  const { secondsLeft } = session;
  const [served, setServed] = useState<SessionTimeReceived | null>(null);
  const [wanted, setWanted] = useState<RequestedDownload | null>(null);
  const monitor = usePrefetchedModule(() => import("../session/session-monitor.tsx"), MONITOR_AFTER_MS);

  useEffect(() => {
    watchBeforeUnload();
    sendUnsentRowsOf(account);
  }, [account]);

  useEffect(() => watchDownloads((href) => setWanted({ href, time: Date.now() })), []);
  useEffect(
    () => guardPosts(account, () => showMessage({ text: NOT_SENT, tone: "refused", seconds: TOLD_SECONDS })),
    [account],
  );

  useEffect(() => setServed({ left: secondsLeft, at: Date.now() }), [secondsLeft]);

  return monitor && served ? <monitor.SessionMonitor served={served} wanted={wanted} /> : null;
}

/**
 * Delays a form that the browser submits itself, such as an upload, until the server has confirmed the session. The
 * response replaces the page, so without a session the values in the form would be lost. Instead the sign-in opens over
 * the page. Returns a function that removes the listener.
 * @param onUnreached called when the server could not be reached and nothing was sent
 */
function guardPosts(account: number, onUnreached: () => void): () => void {
  const released = new WeakSet<HTMLFormElement>();

  function hold(event: SubmitEvent) {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || released.has(form)) return;
    // In a browser without `requestSubmit` the form is submitted without this check.
    if (form.method !== "post" || form.target === "_blank" || !("requestSubmit" in form)) return;
    event.preventDefault();
    void fetchSession().then((answer) => {
      if (answer.kind === "unreachable") return onUnreached();
      if (answer.kind !== "open" || answer.accountId !== account) return sessionEndedEmitter.notify();
      released.add(form);
      form.requestSubmit(submitter);
      released.delete(form);
    });
  }

  window.addEventListener("submit", hold);
  return () => window.removeEventListener("submit", hold);
}
