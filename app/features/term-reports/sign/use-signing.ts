import { useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, type FormEvent } from "react";

import { MESSAGES } from "#domain/messages.ts";
import { tell } from "#ui/overlay/told.ts";
import { isFailed, type Failed } from "#ui/page/act-in-place.ts";

import { fetchReport } from "../report/bar/prefetch.ts";
import { isSigned } from "../report/bar/report-status.rules.ts";
import { tellNotDone } from "../report/bar/use-saved-first.ts";
import type { SigningView } from "../report/dialogs.ts";
import { controllerOnPage } from "../report/record/controller-on-page.ts";

/** As long as any request may take; then it is given up, and the server is told so by the end of its connection. */
const PATIENCE_MS = 20_000;
const DONE_SECONDS = 3;

export type SigningAnswer = { refusal: string } | Failed | undefined;

/** Signing is done now or not at all: what came to no answer is said so, and never sent again. */
export function useSigning(signing: SigningView, answer: SigningAnswer) {
  const { closeTo } = signing;
  const navigate = useNavigate();
  const isBusy = useNavigation().state === "submitting";
  const close = useCallback(
    () => navigate(closeTo, { replace: true, preventScrollReset: true }),
    [navigate, closeTo],
  );
  const giveUp = useCallback(
    (unsaved?: string) => {
      close();
      tellNotDone(MESSAGES.reportNotSigned, unsaved);
    },
    [close],
  );
  useAnswer(signing, { answer, close, giveUp });

  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => giveUp(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isBusy, giveUp]);

  return { isBusy, onSubmit: refuseUnsaved };

  /** What waits on this device would be written behind the signature. */
  function refuseUnsaved(event: FormEvent) {
    const unsaved = controllerOnPage()?.unsaved();
    if (!unsaved) return;
    event.preventDefault();
    giveUp(unsaved);
  }
}

type Ending = { answer: SigningAnswer; close: () => void; giveUp: () => void };

function useAnswer(signing: SigningView, { answer, close, giveUp }: Ending) {
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (!answer) return;
    if (isFailed(answer)) void settle();
    // What is signed is what is read here: it has to be as it is now.
    else revalidate();

    async function settle() {
      if (!(await isSignedAfterAll(signing))) return giveUp();
      close();
      revalidate();
      tell({ text: MESSAGES.reportSigned, tone: "done", seconds: DONE_SECONDS });
    }
    // Once for each answer.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [answer]);
}

/** The answer alone may have been lost. */
async function isSignedAfterAll({ closeTo, before }: SigningView): Promise<boolean> {
  if (before && !before.changed) return false;
  const report = await fetchReport(closeTo);
  return report !== null && isSigned(report.signature);
}
