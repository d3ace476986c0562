import type { OutgoingHttpHeaders } from "node:http";
import { formOf, jsonOf } from "#tests/fuzz/entries.ts";
import { multipart, multipartOf } from "#tests/fuzz/requests.ts";
import { PDF } from "#tests/support/builders/documents.ts";
import { requestFrom, type SiteResponse } from "#tests/server/site.ts";
import type { AttackedSite } from "./site.ts";
import type { Change, Target } from "./target.ts";

const TYPES = {
  form: "application/x-www-form-urlencoded",
  json: "application/json",
  file: multipart(),
} as const;

export type AttackRequest = {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Buffer;
};

/** Builds the request of an honest visitor with this cookie, changed for the attack. */
export function requestTo(site: AttackedSite, target: Target, change: Change, cookie: string): AttackRequest {
  const { method = target.method, headers = {} } = change;
  const carries = change.carries ?? target.carries;
  const isRead = method === "GET" || method === "HEAD";
  const given: Record<string, string | null> = {
    Cookie: `${cookie}; XSRF-TOKEN=a`,
    ...(isRead ? {} : { Origin: site.origin, "X-XSRF-TOKEN": "a" }),
    ...(isRead && change.body === undefined ? {} : { "Content-Type": TYPES[carries] }),
    ...(change.contentType === undefined ? {} : { "Content-Type": change.contentType }),
    ...headers,
  };
  const body = change.body ?? (isRead ? undefined : bodyOf({ ...target, ...change, carries }));
  const bytes = body === undefined ? null : Buffer.from(body);
  const kept = Object.entries(given).filter(([, value]) => value !== null) as [string, string][];
  return {
    method,
    path: addressOf(target, change),
    // Node's client sends no length with a DELETE.
    headers: { ...Object.fromEntries(kept), ...(bytes && { "Content-Length": bytes.length }) },
    ...(bytes && { body: bytes }),
  };
}

export function send(site: AttackedSite, { path, ...sent }: AttackRequest): Promise<SiteResponse> {
  return requestFrom(site, path, { ...sent, agent: site.agent });
}

function addressOf(target: Target, change: Change): string {
  const values = { ...target.values, ...change.values };
  const path = target.pattern.replaceAll(/\/:(\w+)\??/g, (_, name: string) =>
    values[name] ? `/${values[name]}` : "",
  );
  const search = [formOf(target.query), change.search ?? ""].filter(Boolean).join("&");
  return `${path}${search && `?${search}`}`;
}

function bodyOf({ fields, carries }: Pick<Target, "fields" | "carries">): string {
  if (carries === "json") return jsonOf(fields);
  if (carries === "form") return formOf(fields);
  return multipartOf(fields, { bytes: PDF.toString("latin1"), fileName: "a.pdf" });
}
