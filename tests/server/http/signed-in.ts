import { DEMO_PASSWORD } from "#tests/support/demo.ts";

/** Signs in as a browser without scripts does, and returns the cookies of the person who may do everything. */
export async function signedIn(origin: string): Promise<string> {
  const body = new URLSearchParams({ intent: "password", userName: "Admin", password: DEMO_PASSWORD });
  const headers = { Origin: origin };
  const answer = await fetch(`${origin}/?index`, { method: "POST", headers, body, redirect: "manual" });
  if (answer.status !== 302) throw new Error(`the sign-in was answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
