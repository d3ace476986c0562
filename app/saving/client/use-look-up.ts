import { useEffect, useRef } from "react";
import { sessionEndedEmitter } from "#ui/form/form-result.ts";
import { fetchJson, isPlainObject } from "./fetch-json.ts";

/**
 * Looks up data while a person types. Only the latest look-up counts, and a failed one is ignored. If the session has
 * ended, the sign-in opens over the page.
 */
export function useLookUp<Found>(onFound: (found: Found) => void) {
  const latest = useRef(0);

  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );

  async function lookUp(address: string) {
    const own = (latest.current += 1);
    const { kind, body } = await fetchJson(address);
    if (own !== latest.current) return;
    if (kind === "signed-out") sessionEndedEmitter.notify();
    if (kind === "ok" && isPlainObject(body)) onFound(body as Found);
  }

  return lookUp;
}
