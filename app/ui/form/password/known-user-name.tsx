import type { ReactNode } from "react";

/** Says whom the password is for; the children are the way back when that is somebody else. */
export function KnownUserName({ userName, children }: { userName: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-y">
      <p className="min-w-0 py-2.5">
        <span className="mr-2 text-muted">Username</span>
        <strong className="break-words font-semibold">{userName}</strong>
      </p>
      <HiddenUserName name="userName" userName={userName} />
      {children}
    </div>
  );
}

/** For password managers, which look for a username beside a password. */
export function HiddenUserName({ userName, name }: { userName: string; name?: string }) {
  return (
    <input
      aria-hidden="true"
      autoComplete="username"
      className="sr-only"
      name={name}
      readOnly
      tabIndex={-1}
      type="text"
      value={userName}
    />
  );
}
