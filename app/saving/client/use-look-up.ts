import { useEffect, useRef } from "react";
import { sessionEnded } from "#ui/form/form-result.ts";
import { fetchJson, isRecord } from "./fetch-json.ts";

/**
 * Looks something up while a person types. The page can do without the answer: a failed look-up shows nothing, but an
 * ended session opens the sign-in over the page. Only the newest look-up counts.
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
    if (kind === "signed-out") sessionEnded.notify();
    if (kind === "ok" && isRecord(body)) onFound(body as Found);
  }

  return lookUp;
}
