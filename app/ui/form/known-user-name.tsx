import type { ReactNode } from "react";

/**
 * Whom the password is for, and the way back when that is somebody else. The field is there for password managers,
 * which look for a username beside a password; people read the words.
 */
export function KnownUserName({ userName, children }: { userName: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-y">
      <p className="min-w-0 py-2.5">
        <span className="mr-2 text-muted">Username</span>
        <strong className="break-words font-semibold">{userName}</strong>
      </p>
      <input
        aria-hidden="true"
        autoComplete="username"
        className="sr-only"
        name="userName"
        readOnly
        tabIndex={-1}
        type="text"
        value={userName}
      />
      {children}
    </div>
  );
}
