import { setTimeout as sleep } from "node:timers/promises";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";

/** A browser without pages: the cookies that it stores. */
export type Visitor = { origin: string; cookie: string };
export type VisitorRequest = {
  method?: string;
  body?: string | FormData | URLSearchParams;
  headers?: Record<string, string>;
};

const AGAIN_MS = 150;
/** The statuses after which a sheet's script keeps its rows and sends them again. */
const PASSING = [502, 503, 504];

export function requestPage(
  { origin, cookie }: Visitor,
  path: string,
  { headers, ...rest }: VisitorRequest = {},
): Promise<Response> {
  return fetch(new URL(path, origin), {
    ...rest,
    redirect: "manual",
    headers: { Origin: origin, Cookie: cookie, ...headers },
  });
}

/** Returns null when the password was not accepted. */
export async function signIn(
  origin: string,
  userName: string,
  password = DEMO_PASSWORD,
): Promise<Visitor | null> {
  const body = new URLSearchParams({ intent: "password", userName, password });
  const answer = await requestPage({ origin, cookie: "" }, "/?index", { method: "POST", body });
  if (answer.status >= 400 || answer.status === 200) return null;
  const cookie = answer.headers.getSetCookie().map((item) => item.split(";")[0]);
  return { origin, cookie: cookie.join("; ") };
}

export async function signedIn(origin: string, userName: string): Promise<Visitor> {
  const visitor = await signIn(origin, userName);
  if (!visitor) throw new Error(`${userName} could not sign in`);
  return visitor;
}

export type Save = { saveId: string; rows: { row: string; base: number; changes: Record<string, number> }[] };
export type SaveAnswer = {
  results: { outcome: string; stored: { version: number; values: { mark: number | null } } }[];
};

export function sendSave(visitor: Visitor, sheet: string, save: Save): Promise<Response> {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  return requestPage(visitor, `${sheet}/save`, { method: "POST", headers, body: JSON.stringify(save) });
}

/** Repeats a request until it is answered, like a sheet's script. Returns the response, and the number of attempts. */
export async function saveUntilAnswered(
  visitor: Visitor,
  sheet: string,
  save: Save,
): Promise<{ answer: SaveAnswer; sent: number }> {
  for (let sent = 1; ; sent += 1) {
    const response = await sendSave(visitor, sheet, save).catch(() => null);
    if (response?.status === 200) return { answer: (await response.json()) as SaveAnswer, sent };
    if (response && !PASSING.includes(response.status))
      throw new Error(`a save was answered ${response.status}: ${await response.text()}`);
    await response?.body?.cancel();
    await sleep(AGAIN_MS);
  }
}
