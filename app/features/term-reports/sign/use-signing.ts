import { useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, type SyntheticEvent } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { showMessage } from "#ui/overlay/messages.ts";
import type { ActionFormState } from "#ui/form/action-form.tsx";
import { fetchReport } from "../report/bar/prefetch.ts";
import { isSigned } from "../report/bar/report-status.rules.ts";
import { showNotDone } from "../report/bar/use-saved-first.ts";
import { controllerOnPage } from "../report/record/controller-on-page.ts";
import type { SigningView } from "./sign-report.server.ts";

/**
 * The time that any request may take; then the request is given up, and the server learns so from the closed
 * connection.
 */
const PATIENCE_MS = 20_000;
const DONE_SECONDS = 3;

/** Signing happens now or not at all: a request without a response is reported, and never sent again. */
export function useSigning(signing: SigningView, { reply, failure }: ActionFormState) {
  const { closeTo } = signing;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const isBusy = useNavigation().state === "submitting";
  const close = useCallback(
    () => navigate(closeTo, { replace: true, preventScrollReset: true }),
    [navigate, closeTo],
  );
  const giveUp = useCallback(
    (unsaved?: string) => {
      close();
      showNotDone(MESSAGES.reportNotSigned, unsaved);
    },
    [close],
  );

  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => giveUp(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isBusy, giveUp]);

  useEffect(() => {
    if (failure) void settle();

    async function settle() {
      if (!(await isSignedAfterAll(signing))) return giveUp();
      close();
      revalidate();
      showMessage({ text: MESSAGES.reportSigned, tone: "done", seconds: DONE_SECONDS });
    }
    // Runs once for each failure.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [failure]);

  // The report under the dialog must be up to date too.
  useEffect(() => {
    if (reply) revalidate();
  }, [reply, revalidate]);

  return { isBusy, preventUnsaved };

  /** Values that wait on this device would be written after the signature. */
  function preventUnsaved(event: SyntheticEvent) {
    const unsaved = controllerOnPage()?.unsaved();
    if (!unsaved) return;
    event.preventDefault();
    giveUp(unsaved);
  }
}

/** The signature may have been stored, and only the response lost. */
async function isSignedAfterAll({ closeTo, before }: SigningView): Promise<boolean> {
  if (before && !before.changed) return false;
  const report = await fetchReport(closeTo);
  return report !== null && isSigned(report.signature);
}
