import { createContext, useContext, useRef } from "react";
import { useUnsavedChangesWarning } from "./leave/leave-guards.ts";

const AuthorContext = createContext<string | undefined>(undefined);

/** Provides the account for which the page was served, with the server's signature (`access/author.server.ts`). */
export const AuthorProvider = AuthorContext.Provider;

type AuthorFieldProps = {
  /** True for a form that saves by itself, so that leaving needs no confirmation. */
  savesItself?: boolean;
  /** True when the form shows values that the server rejected; see `useUnsavedChangesWarning`. */
  isRejected?: boolean;
  /** True for the sign-in forms, which have no author and can be left without confirmation. */
  isOfVisitor?: boolean;
  /** A sentence about what is lost by leaving the form, even if nobody typed in the form. */
  unsaved?: string | undefined;
};

/**
 * The hidden author field that every form needs. Without JavaScript, a page cannot notice that somebody else has signed
 * in in the same browser, so the server rejects a form with another author (`access/author.server.ts`). Outside the
 * app's frame the field is empty and the form is rejected. With JavaScript, the field also makes the browser ask before
 * somebody leaves unsaved values.
 */
export function AuthorField({
  savesItself = false,
  isRejected,
  isOfVisitor = false,
  unsaved,
}: AuthorFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const author = useContext(AuthorContext);
  useUnsavedChangesWarning(savesItself || isOfVisitor ? null : field, { isRejected, unsaved });
  return isOfVisitor ? null : <input name="author" ref={field} type="hidden" value={author} />;
}
