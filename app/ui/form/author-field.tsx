import { createContext, useContext, useRef } from "react";

import { useLeaveQuestion } from "./leave/leave-guards.ts";

const AuthorContext = createContext<string | undefined>(undefined);

/** Whose page it is: the account that the shell was served to, as the server signs it (`access/author.server.ts`). */
export const AuthorProvider = AuthorContext.Provider;

type AuthorFieldProps = {
  /** The form saves by itself, so that leaving it need not ask. */
  savesItself?: boolean;
  /** Whether the form shows what the server did not take; see `useLeaveQuestion`. */
  isRejected?: boolean;
  /** A form of the sign-in has no author: nothing is written, and nothing is asked. */
  isOfVisitor?: boolean;
};

/**
 * Stands in every form that posts: without scripts no page learns that somebody else has signed in in its browser, and
 * nothing is done in another's name (`access/author.server.ts`). Outside the shell it is empty, and its form is refused.
 * With script its form asks before it is left with something that is not saved.
 */
export function AuthorField({ savesItself = false, isRejected, isOfVisitor = false }: AuthorFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const author = useContext(AuthorContext);
  useLeaveQuestion(savesItself || isOfVisitor ? null : field, isRejected);
  return isOfVisitor ? null : <input name="author" ref={field} type="hidden" value={author} />;
}
