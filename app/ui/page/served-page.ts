import { createContext, useContext } from "react";

type ServedPage = { nonce: string; requestId: string };

const ServedPageContext = createContext<ServedPage | null>(null);

/** Provides values that only the server knows and that the served page contains. */
export const ServedPageProvider = ServedPageContext.Provider;

/** Returns the nonce that allows inline scripts of the served page to run. Browsers hide the nonce from scripts. */
export function useNonce(): string | undefined {
  return useContext(ServedPageContext)?.nonce;
}

/** Returns the id of the request in the log. In the browser it is read from the head of the page. */
export function useRequestId(): string | undefined {
  const served = useContext(ServedPageContext);
  if (served || typeof document === "undefined") return served?.requestId;
  return document.querySelector<HTMLMetaElement>("meta[name=request-id]")?.content;
}
