import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteError } from "@remix-run/react";
import { useState, type ReactNode } from "react";
import { SignInCover } from "#features/sign-in/cover.tsx";
import { FailurePage } from "#features/shell/frame/failure.tsx";
import { EarlyInputScript } from "#saving/screen/early-input.tsx";
import crest from "#ui/crest.svg?no-inline";
import { useNonce, useRequestId } from "#ui/page/served-page.ts";
import { DelayPicturesScript } from "#ui/page/student-picture.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import styles from "./tailwind.css?url";

export const links: LinksFunction = () => [{ rel: "icon", type: "image/svg+xml", href: crest }];

/** The title of a page without its own title, such as the page for an unknown address. */
export const meta: MetaFunction = () => [{ title: "Termbook" }];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="request-id" content={useRequestId()} />
        <Meta />
        <Styles />
        <Links />
        <EarlyInputScript nonce={nonce} />
        <DelayPicturesScript nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/**
 * The style sheets of the page. A page that was loaded with the sheet of all styles keeps it, and after hydration also
 * gets the mark sheet's, because the person may open a mark sheet. The order matters: the mark sheet's styles come
 * first.
 */
function Styles() {
  const [all] = useState(useMatches().map(stylesOf).find(Boolean));
  const stands = useHydrated();
  return (
    <>
      {all && !stands ? null : <link href={styles} rel="stylesheet" />}
      {all ? <link href={all} rel="stylesheet" /> : null}
    </>
  );
}

function stylesOf({ handle }: { handle?: unknown }): string | undefined {
  const { styles: all } = (handle ?? {}) as { styles?: string };
  return all;
}

export default function App() {
  return <Outlet />;
}

/** The error page without the app bar, for when the signed-in person and the school are unknown. */
export function ErrorBoundary() {
  return (
    <SignInCover school={{ name: "Termbook" }}>
      <FailurePage error={useRouteError()} />
    </SignInCover>
  );
}
