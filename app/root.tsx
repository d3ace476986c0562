import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches, useRouteError } from "@remix-run/react";
import { useState, type ReactNode } from "react";
import { Cover } from "#features/sign-in/cover.tsx";
import { Failure } from "#features/shell/frame/failure.tsx";
import { EarlyInput } from "#saving/screen/early-input.tsx";
import crest from "#ui/crest.svg?no-inline";
import { useNonce, useRequestId } from "#ui/page/served-page.ts";
import { LatePictures } from "#ui/page/student-picture.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import styles from "./tailwind.css?url";

export const links: LinksFunction = () => [{ rel: "icon", type: "image/svg+xml", href: crest }];

/** The title of pages without one of their own, such as a missing page. */
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
        <EarlyInput nonce={nonce} />
        <LatePictures nonce={nonce} />
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
 * A page is served with one style sheet. A page that came with all styles keeps them, and also gets those of the mark
 * sheet, which it may open: they come first, because the order of the others matters.
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

/** Shown when not even the app bar could be, because the person and the school may be unknown here. */
export function ErrorBoundary() {
  return (
    <Cover school={{ name: "Termbook" }}>
      <Failure error={useRouteError()} />
    </Cover>
  );
}
