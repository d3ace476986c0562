import { useFetcher, useLocation } from "@remix-run/react";
import { undoUrl } from "#domain/paths.ts";
import { joinClassNames } from "../classes.ts";
import { AuthorField } from "../form/author-field.tsx";

type UndoButtonProps = {
  /** The id of the change. */
  change: number;
  /** A description of the change for screen readers, where several changes can be undone. */
  of?: string;
  className?: string;
};

/** A button that undoes one of the person's own changes and returns to the open page. */
export function UndoButton({ change, of, className }: UndoButtonProps) {
  const { pathname, search } = useLocation();
  const fetcher = useFetcher();
  return (
    <fetcher.Form action={undoUrl(change)} className="inline" method="post" preventScrollReset>
      <AuthorField savesItself />
      <input name="to" type="hidden" value={pathname + search} />
      <button
        aria-label={of ? `Undo: ${of}` : undefined}
        className={joinClassNames(
          "min-h-6 font-semibold underline underline-offset-4 touch:min-h-11 touch:min-w-11",
          className,
        )}
        disabled={fetcher.state !== "idle"}
      >
        Undo
      </button>
    </fetcher.Form>
  );
}
