import { useBlocker, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState, Fragment } from "react";
import { formatCountOf } from "#domain/text/noun.ts";
import {
  leaveRequestEmitter,
  markSubmittedAsSaved,
  findUnsavedValues,
  watchForms,
  type PageAddress,
  type UnsavedValues,
} from "./leave-guards.ts";
import { Modal } from "../../overlay/dialog.tsx";
import { Button } from "../button.tsx";

/** A further reason to block a navigation, checked here because the router allows only one blocker at a time. */
type PageGuard = {
  holds: (from: PageAddress, to: PageAddress) => boolean;
  /** Asks the person, or checks a condition; then calls `go` to continue or `stay` to cancel. */
  ask: (go: () => void, stay: () => void) => void;
};

type Question = {
  unsaved: readonly UnsavedValues[];
  leave: () => void;
  stay: () => void;
  /** Continues the navigation, once everything is saved. */
  goOn: () => void;
};

let pageGuard: PageGuard | null = null;
/** True once the person has chosen to leave, so that the browser does not ask a second time. */
let isLeaving = false;

/** Blocks navigations for a reason other than unsaved values. */
export function useNavigationBlocker(guard: PageGuard): void {
  useEffect(() => {
    pageGuard = guard;
    return () => {
      if (pageGuard === guard) pageGuard = null;
    };
  });
}

/** The dialog that asks before unsaved values are lost. The app's frame renders it once for all pages. */
export function UnsavedChangesGuard() {
  const [question, ask] = useState<Question | null>(null);
  const navigate = useNavigate();
  const here = useLocation();
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    return findUnsavedValues({ from, to }).length > 0 || (pageGuard?.holds(from, to) ?? false);
  });
  const saveThen = useSaveThen();
  useBrowsersQuestion();

  useEffect(() => leaveRequestEmitter.subscribe((go) => ask(questionBefore(go))), []);

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const { location: to, proceed, reset } = blocker;
    const unsaved = findUnsavedValues({ from: here, to });
    const guard = pageGuard?.holds(here, to) ? pageGuard : null;
    const leave = () => (guard ? guard.ask(proceed, reset) : proceed());
    const goOn = () => navigate(to, { replace: true, preventScrollReset: true });
    if (unsaved.length > 0) ask({ unsaved, leave, stay: reset, goOn });
    else leave();
    // The person is asked once for each navigation.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker.state, blocker.location]);

  if (question === null) return null;
  const { unsaved, leave, stay, goOn } = question;
  return (
    <UnsavedChangesDialog
      onLeave={() => {
        isLeaving = true;
        ask(null);
        leave();
      }}
      onSave={(submitter) => {
        ask(null);
        stay();
        saveThen(submitter, goOn);
      }}
      onStay={() => {
        ask(null);
        stay();
      }}
      unsaved={unsaved}
    />
  );
}

/**
 * Returns the question to ask before a navigation that the router does not handle. If nothing would be lost, calls `go`
 * and returns null.
 */
function questionBefore(go: () => void): Question | null {
  const unsaved = findUnsavedValues(null);
  if (unsaved.length > 0) return { unsaved, leave: go, stay: () => {}, goOn: go };
  go();
  return null;
}

/** Submits a form, and continues the navigation once the values are stored. After a rejection the page stays open. */
function useSaveThen() {
  const { state, formMethod } = useNavigation();
  const isSubmission = formMethod !== undefined && formMethod !== "GET";
  const isUnderWay = useRef(false);
  const next = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (isSubmission) isUnderWay.current = true;
    if (state !== "idle" || !isUnderWay.current) return;
    isUnderWay.current = false;
    markSubmittedAsSaved();
    const goOn = next.current;
    next.current = null;
    if (goOn && findUnsavedValues(null).length === 0) goOn();
  }, [state, isSubmission]);

  return (submitter: HTMLElement, goOn: () => void) => {
    next.current = goOn;
    submitter.click();
    // The page itself prevented the submission, so no response will arrive.
    if (window.__remixRouter.state.navigation.state === "idle") next.current = null;
  };
}

/** Makes the browser ask before the person closes or replaces the page. */
function useBrowsersQuestion() {
  const { key } = useLocation();

  useEffect(() => {
    isLeaving = false;
  }, [key]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!isLeaving && findUnsavedValues(null).length > 0) event.preventDefault();
    };
    const typeOn = () => {
      isLeaving = false;
    };
    const stop = watchForms();
    // Runs before the mark sheets' own listener, which covers no forms and can be switched off.
    window.addEventListener("beforeunload", warn, true);
    document.addEventListener("input", typeOn);
    return () => {
      stop();
      window.removeEventListener("beforeunload", warn, true);
      document.removeEventListener("input", typeOn);
    };
  }, []);
}

const MOST_NAMED = 4;

type SaveChangesProps = {
  unsaved: readonly UnsavedValues[];
  onLeave: () => void;
  onStay: () => void;
  /** Called with the form's save button. */
  onSave: (submitter: HTMLElement) => void;
};

/** The dialog that names the unsaved values and offers to leave, stay or save. */
function UnsavedChangesDialog({ unsaved, onLeave, onStay, onSave }: SaveChangesProps) {
  const submitter = submitterOf(unsaved);
  return (
    <Modal
      actions={
        <>
          <Button kind="danger" onClick={onLeave} type="button">
            Leave without saving
          </Button>
          <Button
            data-first-focus=""
            kind={submitter ? "secondary" : "primary"}
            onClick={onStay}
            type="button"
          >
            Stay here
          </Button>
          {submitter ? (
            <Button kind="primary" onClick={() => onSave(submitter)} type="button">
              Save and leave
            </Button>
          ) : null}
        </>
      }
      onCancel={onStay}
      title="Save your changes?"
    >
      {unsaved.map((item, index) => (
        <p key={index}>
          <UnsavedWords {...item} />
        </p>
      ))}
    </Modal>
  );
}

/** Names the fields: `2 fields in R. Lutchman, Employment, are not saved: Post and Date of appointment.` */
function UnsavedWords({ fields, of, words }: UnsavedValues) {
  if (words !== undefined) return <>{words}</>;
  if (fields.length === 0) return <>The changes that you sent from {of} were not saved.</>;
  const named = fields.length > MOST_NAMED ? fields.slice(0, MOST_NAMED - 1) : fields;
  const others = fields.length - named.length;
  const last = others > 0 ? named.length : named.length - 1;
  return (
    <>
      {formatCountOf(fields.length, "field")} in {of}
      {of.includes(",") ? "," : ""} {fields.length === 1 ? "is" : "are"} not saved:{" "}
      {named.map((field, index) => (
        <Fragment key={field}>
          {index === 0 ? "" : index === last ? " and " : ", "}
          <strong>{field}</strong>
        </Fragment>
      ))}
      {others > 0 ? ` and ${others} more` : ""}.
    </>
  );
}

/** Returns the button that saves the values, or null if there are several forms, or several buttons of equal rank. */
function submitterOf([first, ...others]: readonly UnsavedValues[]): HTMLElement | null {
  const form = others.length === 0 ? (first?.form ?? null) : null;
  if (form === null || form.querySelector("input[type=file]")) return null;
  const buttons = [...form.elements].filter(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === "submit",
  );
  const [only, second] = buttons;
  return buttons.find((button) => button.matches(".button-primary")) ?? (second ? null : (only ?? null));
}
