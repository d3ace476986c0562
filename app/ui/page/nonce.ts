import { createContext, useContext } from "react";

const NonceContext = createContext<string | undefined>(undefined);

/** Allows a script written into the served page to run. Browsers hide it from scripts, so it is known while serving only. */
export const NonceProvider = NonceContext.Provider;

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
