import type { ReactNode } from "react";
import { joinClassNames } from "../classes.ts";
import { Icon } from "../page/icon.tsx";
import { useFocusOnAppear } from "../use-arrival-focus.ts";
import { MAY_NOT_BE_SAVED, NO_ANSWER_MESSAGE, type RequestFailure } from "./form-result.ts";

export type ErrorSummaryItem = {
  /** The id of the field to link to. */
  field: string;
  message: string;
};

type ErrorSummaryProps = {
  title: string;
  errors?: readonly ErrorSummaryItem[];
  /** False if the field with the error takes the focus instead of the summary, as in the sign-in. */
  takesFocus?: boolean;
  className?: string;
  children?: ReactNode;
};

/** Lists the errors of a rejected form, with a link to each field. With JavaScript, the summary takes the focus. */
export function ErrorSummary({
  title,
  errors = [],
  takesFocus = true,
  className,
  children,
}: ErrorSummaryProps) {
  const said = errors.map(({ message }) => message).join();
  const box = useFocusOnAppear<HTMLDivElement>(said, { isWanted: takesFocus });

  return (
    <div
      className={joinClassNames(
        "flex gap-2.5 rounded border border-refused bg-paper px-3.5 py-2.5",
        className,
      )}
      ref={box}
      role="alert"
      tabIndex={-1}
    >
      <Icon className="mt-[3px] text-refused" name="refused" />
      <div className="min-w-0">
        <p className="font-bold text-refused">{title}</p>
        {children}
        {errors.length > 0 ? (
          <ul>
            {errors.map(({ field, message }) => (
              <li key={field}>
                <a className="inline-block py-0.5 text-refused" href={`#${field}`}>
                  {message}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

export type UnansweredTexts = {
  /** The title above the errors, such as 'The holiday was not added'. */
  rejectedTitle: string;
  /** Advice when the server did not respond, for forms that the person must not simply submit again. */
  unansweredHint?: string | undefined;
  /** The title when the server did not respond, for forms whose wording is prescribed. */
  unansweredTitle?: string | undefined;
};

type UnansweredProps = UnansweredTexts & { failure: RequestFailure; className?: string };

/** The message above a form whose request failed (`keepPageOnFailure`). The form keeps its values. */
export function UnansweredNotice({ failure, className, ...texts }: UnansweredProps) {
  const { rejectedTitle, unansweredHint = "Nothing you typed is lost. Try again.", unansweredTitle } = texts;
  const title = unansweredTitle ?? (failure.words === null ? NO_ANSWER_MESSAGE : rejectedTitle);
  const words = unansweredTitle === undefined ? "Your change may not be saved." : MAY_NOT_BE_SAVED;
  return (
    <ErrorSummary className={className} key={failure.at} title={title}>
      <p>
        {failure.words ?? words} {unansweredHint}
      </p>
    </ErrorSummary>
  );
}
