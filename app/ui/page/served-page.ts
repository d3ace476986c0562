import { createContext, useContext } from "react";

type ServedPage = { nonce: string; requestId: string };

const ServedPageContext = createContext<ServedPage | null>(null);

/** Values of the served page that only the server knows. */
export const ServedPageProvider = ServedPageContext.Provider;

/** Returns the nonce that allows a script in the served page to run. Browsers hide the nonce from scripts. */
export function useNonce(): string | undefined {
  return useContext(ServedPageContext)?.nonce;
}

/** Returns the id of the request in the log. The head of the page keeps the id for the browser. */
export function useRequestId(): string | undefined {
  const served = useContext(ServedPageContext);
  if (served || typeof document === "undefined") return served?.requestId;
  return document.querySelector<HTMLMetaElement>("meta[name=request-id]")?.content;
}
