import type { RequestFailure } from "./form-result.ts";
import { ErrorSummary } from "./error-summary.tsx";

type NotAnsweredProps = {
  failed: RequestFailure | null;
  title: string;
  className?: string;
  /** The possible outcome of the request, and the next step. */
  children?: string;
};

/** The message over a form that stays as it was sent because the request failed (`keepPageOnFailure`). */
export function NotAnswered({ failed, title, className, children }: NotAnsweredProps) {
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
