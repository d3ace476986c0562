import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";

import type { PhraseChoice } from "../dialogs.ts";
import { controllerOnPage } from "../record/controller-on-page.ts";

export type Insert = (event: FormEvent, text: string) => void;

/** Puts a phrase where the cursor was and goes back there; where the report has no script yet, its form is sent. */
export function useInsertion({ closeTo, field }: Pick<PhraseChoice, "closeTo" | "field">): Insert {
  const navigate = useNavigate();
  const inserted = useRef(false);

  useEffect(
    () => () => {
      // The dialog gives the focus back to what opened it; one goes on in the comment.
      if (inserted.current) setTimeout(() => controllerOnPage()?.focus(field));
    },
    [field],
  );

  return function insert(event, text) {
    const controller = controllerOnPage();
    if (!controller) return;
    event.preventDefault();
    controller.insert(field, text);
    inserted.current = true;
    navigate(closeTo, { replace: true, preventScrollReset: true });
  };
}
