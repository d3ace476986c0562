import { clockTime } from "#domain/dates.ts";
import { Icon } from "#ui/icon.tsx";
import type { Summary } from "#saving/row-phase.ts";

type LinkNoticeProps = { summary: Summary; timeZone: string };

/** Why things wait, and what becomes of them: over the foot, as long as it is so. */
export function LinkNotice({ summary: { link, linkSince }, timeZone }: LinkNoticeProps) {
  return (
    <div role="status">
      {link === "open" ? null : (
        <p className="flex gap-3 border-b border-waiting px-4 py-2 text-13 md:px-6 md:text-15">
          <Icon className="mt-px text-waiting md:mt-[3px]" name="waiting" />
          <span>
            {link === "broken" ? <NoConnection since={clockTime(linkSince, timeZone)} /> : <SignedOut />}
          </span>
        </p>
      )}
    </div>
  );
}

function NoConnection({ since }: { since: string }) {
  return (
    <>
      <strong>No connection since {since}.</strong> What you type waits here and is sent when it is back: keep
      this page open.
    </>
  );
}

/** In another tab, so that nothing typed here is lost; coming back to this one goes on by itself. */
function SignedOut() {
  return (
    <>
      <strong>You are signed out.</strong> What you type waits here.{" "}
      <a className="font-semibold" href="/" rel="noreferrer" target="_blank">
        Sign in again
      </a>{" "}
      in a new tab, then come back to this one.
    </>
  );
}
