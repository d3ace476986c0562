import { createContext, useContext } from "react";

const AuthorContext = createContext<string | undefined>(undefined);

/** Whose page it is: the account that the shell was served to, as the server signs it (`access/author.server.ts`). */
export const AuthorProvider = AuthorContext.Provider;

/**
 * Stands in every form that posts: without scripts no page learns that somebody else has signed in in its browser, and
 * nothing is done in another's name (`access/author.server.ts`). Outside the shell it is empty, and its form is refused.
 */
export function AuthorField() {
  return <input name="author" type="hidden" value={useContext(AuthorContext)} />;
}
