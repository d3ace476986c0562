import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { Cover } from "#features/sign-in/cover.tsx";
import { Failure } from "#features/shell/frame/failure.tsx";
import { EarlyInput } from "#saving/screen/early-input.tsx";
import crest from "#ui/crest.svg?no-inline";
import { useNonce } from "#ui/page/nonce.ts";
import styles from "./tailwind.css?url";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "icon", type: "image/svg+xml", href: crest },
];

/** The title of pages that have none of their own, such as one that is not there. */
export const meta: MetaFunction = () => [{ title: "Termbook" }];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        <EarlyInput nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** Stands where not even the bar could be shown: the person and the school may not be known here. */
export function ErrorBoundary() {
  return (
    <Cover school={{ name: "Termbook" }}>
      <Failure error={useRouteError()} />
    </Cover>
  );
}
