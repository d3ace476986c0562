import type { RequestFailure } from "./form-result.ts";
import { ErrorSummary } from "./error-summary.tsx";

type NotAnsweredProps = {
  failed: RequestFailure | null;
  title: string;
  className?: string;
  /** What may have become of it, and what to do. */
  children?: string;
};

/** Over a form that is still there as it was sent, for no answer came of it, or a fault of the server (`keepPageOnFailure`). */
export function NotAnswered({ failed, title, className, children }: NotAnsweredProps) {
  if (!failed) return null;
  const { at, words } = failed;
  return (
    <ErrorSummary className={className} key={at} title={title}>
      <p>
        {words ?? `No answer came, so it may not be ${children ? "done" : "saved"}.`}{" "}
        {children ?? "Nothing you typed is lost. Try again."}
      </p>
    </ErrorSummary>
  );
}
