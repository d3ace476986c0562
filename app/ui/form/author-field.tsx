import { createContext, useContext, useRef } from "react";
import { useLeaveQuestion } from "./leave/leave-guards.ts";

const AuthorContext = createContext<string | undefined>(undefined);

/** The account that the page was served to, with the server's signature (`access/author.server.ts`). */
export const AuthorProvider = AuthorContext.Provider;

type AuthorFieldProps = {
  /** The form saves by itself, so that leaving needs no question. */
  savesItself?: boolean;
  /** The form shows values that the server rejected; see `useLeaveQuestion`. */
  isRejected?: boolean;
  /** The form belongs to the sign-in: it has no author, and leaving needs no question. */
  isOfVisitor?: boolean;
};

/**
 * A hidden field that every posting form needs: without script, a page does not notice that somebody else has signed in
 * in its browser, and the server rejects the form of another author (`access/author.server.ts`). Outside the shell the
 * field is empty, and the form is rejected. With script, the field also asks before the form is left unsaved.
 */
export function AuthorField({ savesItself = false, isRejected, isOfVisitor = false }: AuthorFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const author = useContext(AuthorContext);
  useLeaveQuestion(savesItself || isOfVisitor ? null : field, isRejected);
  return isOfVisitor ? null : <input name="author" ref={field} type="hidden" value={author} />;
}
