import { createContext, useContext, useRef } from "react";
import { useLeaveQuestion } from "./leave/leave-guards.ts";

const AuthorContext = createContext<string | undefined>(undefined);

/** The account that the page was served to, with the server's signature (`access/author.server.ts`). */
export const AuthorProvider = AuthorContext.Provider;

type AuthorFieldProps = {
  /** True for a form that saves by itself, so that leaving needs no confirmation. */
  savesItself?: boolean;
  /** True when the form shows values that the server rejected; see `useLeaveQuestion`. */
  isRejected?: boolean;
  /** True for the forms of the sign-in, which have no author and can be left without confirmation. */
  isOfVisitor?: boolean;
  /** A sentence about what is lost by leaving the form, also when nothing was typed in it. */
  unsaved?: string | undefined;
};

/**
 * A hidden field that every form needs. Without script, a page does not notice that somebody else has signed in in the
 * same browser, so the server rejects a form whose author is another account (`access/author.server.ts`). Outside the
 * shell the field is empty, and the form is rejected. With script, the field also asks before the form is left unsaved.
 */
export function AuthorField({
  savesItself = false,
  isRejected,
  isOfVisitor = false,
  unsaved,
}: AuthorFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const author = useContext(AuthorContext);
  useLeaveQuestion(savesItself || isOfVisitor ? null : field, { isRejected, unsaved });
  return isOfVisitor ? null : <input name="author" ref={field} type="hidden" value={author} />;
}
