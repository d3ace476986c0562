import type { IncomingHttpHeaders } from "node:http";
import type { SiteResponse } from "#tests/server/site.ts";
import { EVIL, type Attack, type Target } from "./target.ts";

/** The result of a request: its response, the changed tables, and the lines in the log. */
export type Outcome = { answer: SiteResponse; changes: readonly string[]; logged: readonly string[] };

type Rule = { told: string; broken: (outcome: Outcome, target: Target, attack: Attack) => boolean };

/** Internals that an error must not reveal: a stack, a path of ours, the database's messages. */
const INSIDE =
  /node_modules|\bat (?:async )?[\w.<>]+ \(|\.tsx?:\d|SequelizeDatabase|invalid input syntax|violates \w+ constraint|syntax error at|\bselect .+ from \w+ where/i;
const LEADS_AWAY = new RegExp(`(?:href|src|action)="(?:https?:)?[\\\\/]{2}${EVIL}`);
const OWN_ADDRESS = /^(?:http:\/\/127\.0\.0\.1:\d+)?\/(?![/\\])/;
const OF_OTHERS = /^(?:access-control-|x-powered-by|server$|x-injected)/;

/** The rules for every response, whatever was sent. */
const RULES: readonly Rule[] = [
  { told: "fails", broken: ({ answer }) => !(answer.status < 500) },
  { told: "changes rows that its answer does not admit", broken: ({ answer, changes }, target) => changes.length > 0 && !admitsChange(answer.status, target) },
  { told: "changes what nobody may change so", broken: ({ changes }, _, { untouched }) => untouched !== undefined && changes.some((table) => untouched.test(table)) },
  { told: "is answered otherwise than this class is", broken: ({ answer }, _, { answers }) => answers !== undefined && !answers.includes(answer.status) },
  { told: "lacks a header of security", broken: ({ answer }) => lacksHeader(answer.headers) },
  { told: "may be kept by others", broken: ({ answer }) => !/no-store|private/.test(answer.headers["cache-control"] ?? "") },
  { told: "says no charset of its text", broken: ({ answer }) => /^text\/(?!.*charset=utf-8)/i.test(answer.headers["content-type"] ?? "") },
  { told: "has a header that is not ours", broken: ({ answer }) => Object.keys(answer.headers).some((name) => OF_OTHERS.test(name)) },
  { told: "sets a cookie that is not ours", broken: ({ answer }) => (answer.headers["set-cookie"] ?? []).some((cookie) => !isOurs(cookie)) },
  { told: "sends people elsewhere", broken: ({ answer }) => !OWN_ADDRESS.test(answer.headers.location ?? "/") || LEADS_AWAY.test(answer.body) },
  { told: "shows markup as it was sent", broken: ({ answer }) => isPage(answer.headers) && answer.body.includes("<img src=x") },
  { told: "tells of our inside", broken: ({ answer }) => answer.status >= 400 && INSIDE.test(answer.body) },
  { told: "makes everybody an admin", broken: () => Object.keys(Object.prototype).length > 0 || "isAdmin" in {} },
  { told: "writes a line of its own, or an error, to the log", broken: ({ logged }) => logged.some((line) => !isOwnLine(line)) },
]; // prettier-ignore

/** Lists the faults of a response in words; empty when there are none. */
export function faultsOf(outcome: Outcome, target: Target, attack: Attack): string[] {
  return RULES.filter(({ broken }) => broken(outcome, target, attack)).map(({ told }) => told);
}

/** A record's fields are saved beside one that is refused or that a colleague has changed, and the page says which. */
function admitsChange(status: number, { method, byField }: Target): boolean {
  return method !== "GET" && (status < 400 || (byField && (status === 422 || status === 409)));
}

function lacksHeader(headers: IncomingHttpHeaders): boolean {
  const isData = headers["content-type"]?.startsWith("application/json") ?? false;
  const policy = String(headers["content-security-policy"] ?? "");
  const alwaysThere =
    headers["x-content-type-options"] === "nosniff" &&
    headers["cross-origin-resource-policy"] === "same-origin" &&
    policy.includes("frame-ancestors");
  // Data opens no window and contains no links (app/server/http/security-headers.ts).
  return !alwaysThere || (!isData && headers["referrer-policy"] !== "same-origin");
}

function isOurs(cookie: string): boolean {
  const isForScripts = /^(?:account|XSRF-TOKEN)=/.test(cookie);
  return (
    /; ?SameSite=(?:Lax|Strict)/.test(cookie) &&
    (isForScripts || /; ?HttpOnly/.test(cookie)) &&
    !cookie.startsWith("tb9")
  );
}

function isPage(headers: IncomingHttpHeaders): boolean {
  return headers["content-type"]?.startsWith("text/html") ?? false;
}

function isOwnLine(line: string): boolean {
  const { level } = JSON.parse(line) as { level: number };
  return level < 50 && line.indexOf("\n") === line.length - 1;
}
