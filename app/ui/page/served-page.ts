import { createContext, useContext } from "react";

type ServedPage = { nonce: string; requestId: string };

const ServedPageContext = createContext<ServedPage | null>(null);

/** Provides values that only the server knows, such as the nonce, while the server renders the page. */
export const ServerOnlyValuesProvider = ServedPageContext.Provider;

/**
 * Returns the nonce for inline scripts. Returns undefined in the browser, because browsers hide the nonce from
 * scripts.
 */
export function useNonce(): string | undefined {
  return useContext(ServedPageContext)?.nonce;
}

/** Returns the id of this request in the log. In the browser, the id is read from the head of the page. */
export function useRequestId(): string | undefined {
  const served = useContext(ServedPageContext);
  if (served || typeof document === "undefined") return served?.requestId;
  return document.querySelector<HTMLMetaElement>("meta[name=request-id]")?.content;
}
