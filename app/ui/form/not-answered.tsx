import type { RequestFailure } from "./form-result.ts";
import { ErrorSummary } from "./error-summary.tsx";

type NotAnsweredProps = {
  failed: RequestFailure | null;
  title: string;
  className?: string;
  /** A sentence about what may have happened and what to do next. */
  children?: string;
};

/** The message above a form whose request failed (`keepPageOnFailure`). The form keeps its values. */
export function RequestFailedNotice({ failed, title, className, children }: NotAnsweredProps) {
  if (!failed) return null;
  const { at, words } = failed;
  return (
    <ErrorSummary className={className} key={at} title={title}>
      <p>
        {words ?? "The server did not answer, so your change may not be saved."}{" "}
        {children ?? "Nothing you typed is lost. Try again."}
      </p>
    </ErrorSummary>
  );
}
