import { useSearchParams } from "@remix-run/react";
import { useState } from "react";
import type { Blanks } from "./lessons-panel.tsx";
import type { Came } from "../row-phase.ts";
import { ADDING, FIRST_BLANK, NEW_LESSON } from "../timetable.ts";

/** Rows for lessons that are not there yet; the page is served with one where its address or a refusal says so. */
export function useBlankRows(addUrl: string, posted: Came): Blanks {
  const [query] = useSearchParams();
  const isRefused = posted !== undefined && "typed" in posted && posted.about === NEW_LESSON;
  const [parts, setParts] = useState<readonly string[]>(query.has(ADDING) || isRefused ? [FIRST_BLANK] : []);
  const [made, setMade] = useState(1);

  function add() {
    setMade(made + 1);
    setParts([`${NEW_LESSON}-${made}`, ...parts]);
  }

  function remove(part: string) {
    setParts((now) => now.filter((each) => each !== part));
  }

  return { parts, addUrl, add, remove };
}
