import { useEffect } from "react";
import { deleteOfflinePages } from "#saving/offline/offline-pages.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { SignInCover, type SignInCoverSchool } from "./cover.tsx";

/** The time to read that the sign-out is complete. The specification allows 600 to 1500 ms. */
const RETURN_MS = 1500;

export type SignedOutPageProps = {
  school: SignInCoverSchool;
  words: string;
  /** The URL of the sign-in page, or of the identity provider's sign-out. */
  next: string;
  link: string;
  /** Whether the page continues to `next` automatically. */
  goesOn: boolean;
};

/** The page that confirms the sign-out and then returns to the sign-in. */
export function SignedOutPage({ school, words, next, link, goesOn }: SignedOutPageProps) {
  useEffect(deleteOfflinePages, []);

  useEffect(() => {
    if (!goesOn) return undefined;
    const timer = setTimeout(() => window.location.replace(next), RETURN_MS);
    return () => clearTimeout(timer);
  }, [goesOn, next]);

  return (
    <SignInCover school={school}>
      {goesOn ? (
        <noscript>
          <meta content={`2;url=${next}`} httpEquiv="refresh" />
        </noscript>
      ) : null}
      <div className="flex flex-col items-center gap-1 text-center" role="status">
        <h1 className="text-18">Signed out</h1>
        <p className="text-balance text-muted">{words}</p>
      </div>
      <ButtonLink className="mt-6 min-h-11 w-full" reloadDocument to={next}>
        {link}
      </ButtonLink>
    </SignInCover>
  );
}
