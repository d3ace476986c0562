import type { LinksFunction, MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useRouteError,
} from "@remix-run/react";
import { useLayoutEffect, useState, type ReactNode } from "react";
import { SignInCover } from "#features/sign-in/cover.tsx";
import { FailurePage } from "#features/shell/frame/failure.tsx";
import { EarlyInputScript } from "#saving/screen/early-input.tsx";
import crest from "#ui/crest.svg?no-inline";
import { useNonce, useRequestId } from "#ui/page/served-page.ts";
import { DelayPicturesScript } from "#ui/page/student-picture.tsx";
import first from "#ui/styles/first.css?url";
import overview from "#ui/styles/overview.css?url";
import pages from "#ui/styles/pages.css?url";
import records from "#ui/styles/records.css?url";
import { styleSheetOfPage, type StyleSheetName } from "#ui/styles/sheets.ts";

const STYLES: Record<StyleSheetName, string> = { first, records, overview, pages };

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
 * The style sheet of the page, chosen by the folder of its address. The sheet of a page that is being opened is loaded
 * meanwhile. Only one sheet applies at a time, because each is complete and their order would matter.
 */
function Styles() {
  const own = styleSheetOfPage(useLocation().pathname);
  const opening = useNavigation().location;
  const [served] = useState(own);
  const [loaded, setLoaded] = useState<readonly StyleSheetName[]>([served]);
  const needed = new Set([...loaded, own, opening ? styleSheetOfPage(opening.pathname) : own]);
  useLayoutEffect(() => putInForce(own), [own, loaded]);
  return [...needed].map((sheet) => (
    <link
      key={sheet}
      data-sheet={sheet}
      href={STYLES[sheet]}
      media={sheet === served ? undefined : "not all"}
      onLoad={() => setLoaded((before) => [...new Set([...before, sheet])])}
      rel="stylesheet"
    />
  ));
}

/** Lets only this style sheet style the page. Until the sheet has arrived, the earlier one stays. */
function putInForce(sheet: StyleSheetName): void {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[data-sheet]")];
  if (!links.some((link) => link.dataset.sheet === sheet && link.sheet)) return;
  for (const link of links) {
    if (link.sheet) link.sheet.media.mediaText = link.dataset.sheet === sheet ? "all" : "not all";
  }
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
