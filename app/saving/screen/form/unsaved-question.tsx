import { useEffect, useState, type ReactNode } from "react";

import { Button } from "#ui/form/button.tsx";
import { Modal } from "#ui/overlay/dialog.tsx";
import { useWaysOut } from "#ui/overlay/use-ways-out.ts";
import { isTyped } from "./is-typed.ts";

type UnsavedQuestionProps = {
  /** What is being written: 'General Info of Jaheim Baptiste'. */
  of: string;
  /** Where Escape leads. */
  closeTo: string;
  /** Whether an address leaves the form as it is, such as a dialog over it. */
  stays: (to: Pick<URL, "pathname" | "search">) => boolean;
  /** What was sent of the form was not taken: it stands there as if it were stored. */
  isRefused: boolean;
  children: ReactNode;
};

/**
 * Around a form that saves as a whole: the ways out ask first while something typed is not saved. Without script a link
 * is a link.
 */
export function UnsavedQuestion({ of, closeTo, stays, isRefused, children }: UnsavedQuestionProps) {
  const [held, setHeld] = useState<{ go: () => void; stay: () => void } | null>(null);
  const isUnsaved = () =>
    isRefused || [...(waysOut.ref.current?.querySelectorAll("form") ?? [])].some(isTyped);
  const waysOut = useWaysOut({
    closeTo,
    stays,
    holds: isUnsaved,
    ask: (go, stay) => setHeld({ go, stay }),
  });

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  });

  function stay() {
    held?.stay();
    setHeld(null);
  }

  return (
    <div className="contents" {...waysOut}>
      {children}
      {held ? (
        <Modal
          actions={
            <>
              <Button onClick={held.go} type="button">
                Leave without saving
              </Button>
              <Button data-first-focus="" kind="primary" onClick={stay} type="button">
                Stay here
              </Button>
            </>
          }
          onCancel={stay}
          title="Not saved yet"
        >
          <p>What you typed into {of} is not saved.</p>
        </Modal>
      ) : null}
    </div>
  );
}
