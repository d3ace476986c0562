import { ButtonLink } from "#ui/button.tsx";

import { wordsOfFailure } from "./failure-words.ts";

type FailureProps = {
  /** Whatever the page threw. */
  error: unknown;
};

/** In the place of a page that cannot be shown: what it is, why, and what to do next. */
export function Failure({ error }: FailureProps) {
  const { title, text } = wordsOfFailure(error);
  return (
    <div className="max-w-dialog py-8" role="alert">
      <h1>{title}</h1>
      <p className="mb-6 mt-2">{text}</p>
      <ButtonLink kind="primary" to="/app">
        Main Menu
      </ButtonLink>
    </div>
  );
}
