import { createContext, useContext } from "react";

type ServedPage = { nonce: string; requestId: string };

const ServedPageContext = createContext<ServedPage | null>(null);

/** What only the server knows of a page that it serves. */
export const ServedPageProvider = ServedPageContext.Provider;

/** Allows a script in the served page to run. Browsers hide the nonce from scripts, so only the server knows it. */
export function useNonce(): string | undefined {
  return useContext(ServedPageContext)?.nonce;
}

/** What the log calls the request that this page was the answer to; the page's head keeps it for the browser. */
export function useRequestId(): string | undefined {
  const served = useContext(ServedPageContext);
  if (served || typeof document === "undefined") return served?.requestId;
  return document.querySelector<HTMLMetaElement>("meta[name=request-id]")?.content;
}
