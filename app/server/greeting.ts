import type { DemoAccount } from "./demo.ts";

/** What stands below the address: how to sign in. */
export function signInHint(accounts: readonly DemoAccount[]): string {
  const [first] = accounts;
  if (!first) return "Sign in with your own account.";
  const width = Math.max(...accounts.map(({ userName }) => userName.length));
  const lines = accounts.map(({ userName, what }) => `  ${userName.padEnd(width)}  ${what}`);
  return [`This is a demo school. Everybody's password is ${first.password}`, ...lines].join("\n");
}
