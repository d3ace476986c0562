import { useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { parsePrintParams, type PrintParams } from "./params.rules.ts";
import type { PrintScreen } from "./print.ts";

/** The delay of a search after the last keystroke. */
const PAUSE_MS = 250;

export type PrintChoice = ReturnType<typeof usePrintChoice>;

/**
 * Keeps the current choices of the form. A new period or search reloads the page; other choices only update the
 * buttons.
 */
export function usePrintChoice({ params }: PrintScreen) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const submit = useSubmit();
  const [served, setServed] = useState(params);
  const [chosen, setChosen] = useState(params);
  if (served !== params) {
    setServed(params);
    setChosen(params);
  }

  // The form may already hold choices made before scripts ran, or restored by the browser.
  useEffect(() => choose(), [served]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function choose() {
    if (form.current) setChosen((before) => placeIn(form.current, before));
  }

  function ask(pause = 0) {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => submit(form.current, { preventScrollReset: true, replace: true }),
      pause,
    );
  }

  return { form, chosen, choose, onPeriod: () => ask(), onSearch: () => ask(PAUSE_MS) };
}

function placeIn(form: HTMLFormElement | null, { kind, page }: PrintParams): PrintParams {
  const said = form ? [...new FormData(form)].map(([name, value]) => [name, String(value)]) : [];
  return { ...parsePrintParams(kind ?? undefined, new URLSearchParams(said)), page };
}
