import type { ReactNode } from "react";

/** The user name that the password belongs to. The children are a link back, for signing in as somebody else. */
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

/** React must not change this element, because an inline script of the page writes its content. */
const BY_SCRIPT = { __html: "" };

/** The user name that was typed on the same page. An inline script fills it in before React has loaded. */
export function TypedUserName({ children }: { userName: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-y">
      <p className="min-w-0 py-2.5">
        <span className="mr-2 text-muted">Username</span>
        <strong
          className="break-words font-semibold"
          dangerouslySetInnerHTML={BY_SCRIPT}
          suppressHydrationWarning
        />
      </p>
      <input
        aria-hidden="true"
        autoComplete="username"
        className="sr-only"
        defaultValue=""
        name="userName"
        readOnly
        tabIndex={-1}
        type="text"
      />
      {children}
    </div>
  );
}

/** A hidden user name, which password managers look for beside a password. */
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
