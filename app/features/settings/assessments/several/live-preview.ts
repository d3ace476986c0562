import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { SeveralView } from "./load-several.server.ts";
import { severalUrl, touchedTexts } from "./several.rules.ts";

/** Waits until nobody types for a moment. */
const PREVIEW_WAITS_MS = 300;

/**
 * The preview of what is typed, which the server plans. `refresh` loads it again; the page's own preview is shown until
 * then, and again after the page was loaded with new values.
 */
export function useLivePreview(formId: string, view: SeveralView) {
  const fetcher = useFetcher<SeveralView>();
  const [previewed, setPreviewed] = useState<SeveralView | null>(null);
  const timer = useRef(0);
  const latest = useRef(view.url);
  const { load } = fetcher;

  const refresh = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const form = document.forms.namedItem(formId);
      const url = form ? previewUrl(view, new FormData(form)) : latest.current;
      if (url === latest.current) return;
      latest.current = url;
      setPreviewed(view);
      load(url);
    }, PREVIEW_WAITS_MS);
  }, [formId, load, view]);

  useEffect(() => {
    // What was typed before the script arrived, or is still typed after a save, has its preview too.
    latest.current = view.url;
    refresh();
    return () => window.clearTimeout(timer.current);
  }, [formId, refresh, view]);

  return { preview: previewed === view && fetcher.data ? fetcher.data : view, refresh };
}

function previewUrl(view: SeveralView, form: FormData): string {
  const texts = new Map(
    [...form].flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
  );
  const kind = texts.get("kind") ?? "";
  const touched = touchedTexts(texts, new Map(new URLSearchParams(view.seen.shown)));
  const query = new URLSearchParams(view.url.split("?")[1]);
  for (const name of [...query.keys()]) if (name.includes(".") || name === "kind") query.delete(name);
  if (kind !== view.kind.shared && kind !== "") query.set("kind", kind);
  for (const [name, text] of touched) query.set(name, text);
  query.delete("term");
  query.delete("levels");
  return severalUrl({ academicTermId: view.term.id, scope: view.scope }, Object.fromEntries(query));
}
