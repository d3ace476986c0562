import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Allows a script in the served page to run. Browsers hide the nonce from scripts, so only the server knows it. */
export const NonceProvider = NonceContext.Provider;

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
