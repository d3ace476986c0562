import { ACCOUNT_COOKIE } from "#domain/offline-page.ts";

/**
 * For the worker that keeps a page on the device, and shows it to this account alone. It proves nothing to the server,
 * which knows a person by the session; like the session's cookie it is gone when the browser closes.
 * @returns null when the browser has it already
 */
export function accountCookie(request: Request, accountId: number, secure: boolean): string | null {
  const { name, path } = ACCOUNT_COOKIE;
  const brought = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  if (brought.includes(`${name}=${accountId}`)) return null;
  return `${name}=${accountId}; Path=${path}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
