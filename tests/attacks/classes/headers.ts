import { EVERY, EVIL, READS, WRITES, type Attack, type Change, type Kind } from "../target.ts";

type BadHeader = Omit<Attack, "on" | "change"> & { on: readonly Kind[] } & Change;

const FORBIDDEN = [403];
const NO_HOST = [400];
const NO_METHOD = [204, 302, 400, 401, 403, 404, 405];

const HEADERS: readonly BadHeader[] = [
  { name: "a host that is not ours", asvs: ["4.1.3", "13.2.4"], on: EVERY, headers: { Host: EVIL }, answers: NO_HOST },
  { name: "a host with somebody's name in it", asvs: ["4.1.3"], on: EVERY, headers: { Host: `127.0.0.1@${EVIL}` }, answers: NO_HOST },
  { name: "a host told by a proxy that nobody named", asvs: ["4.1.3"], on: EVERY, headers: { "X-Forwarded-Host": EVIL, "X-Forwarded-Proto": "https", Forwarded: `host=${EVIL};proto=https` } },
  { name: "an address told by a proxy that nobody named", asvs: ["4.1.3", "15.3.4"], on: EVERY, headers: { "X-Forwarded-For": "10.9.9.9", "X-Real-IP": "10.9.9.9", "X-User-ID": "1" } },
  { name: "another path told by a header", asvs: ["4.1.3"], on: READS, headers: { "X-Original-URL": "/app/settings", "X-Rewrite-URL": "/app/settings" } },
  { name: "another method told by a header", asvs: ["3.5.3", "4.1.4"], on: READS, headers: { "X-HTTP-Method-Override": "DELETE", "X-Method-Override": "POST" } },
  { name: "no origin", asvs: ["3.5.1"], on: WRITES, headers: { Origin: null }, answers: FORBIDDEN },
  { name: "another's origin", asvs: ["3.5.1"], on: WRITES, headers: { Origin: `https://${EVIL}` }, answers: FORBIDDEN },
  { name: "the origin of a sandbox", asvs: ["3.5.1"], on: WRITES, headers: { Origin: "null" }, answers: FORBIDDEN },
  { name: "an origin that begins like ours", asvs: ["3.5.1"], on: WRITES, headers: { Origin: `http://127.0.0.1.${EVIL}` }, answers: FORBIDDEN },
  { name: "our own machine's other port", asvs: ["3.5.1", "3.5.4"], on: WRITES, headers: { Origin: "http://127.0.0.1:9" }, answers: FORBIDDEN },
  { name: "a call without its proof", asvs: ["3.5.1", "3.5.2"], on: ["call"], headers: { "X-XSRF-TOKEN": null }, answers: FORBIDDEN },
  { name: "a call with another's proof", asvs: ["3.5.1"], on: ["call"], headers: { "X-XSRF-TOKEN": "b" }, answers: FORBIDDEN },
  { name: "a token and cookies", asvs: ["7.2.2"], on: ["call", "look-up"], headers: { Authorization: "Bearer tb_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }, answers: [200, 204, 400, 401, 403] },
  { name: "a method that pages do not take", asvs: ["4.1.4"], on: ["page"], method: "PUT", answers: NO_METHOD },
  { name: "a method that deletes", asvs: ["4.1.4"], on: ["page"], method: "DELETE", answers: NO_METHOD },
  { name: "a method that echoes", asvs: ["13.4.4"], on: EVERY, method: "TRACE", body: "", answers: [405] },
  { name: "a post where nothing is posted", asvs: ["4.1.4"], on: ["look-up"], method: "PUT", body: "", answers: NO_METHOD },
  { name: "a question before another site's call", asvs: ["3.4.2", "4.1.4"], on: READS, method: "OPTIONS", headers: { Origin: `https://${EVIL}`, "Access-Control-Request-Method": "POST" }, answers: NO_METHOD },
  { name: "another site's script that reads", asvs: ["3.4.2"], on: READS, headers: { Origin: `https://${EVIL}` } },
  { name: "parts that cover each other", asvs: ["1.4.2"], on: READS, headers: { Range: "bytes=0-,0-,0-,9-1,-0,x,5-99999999999999999999" } },
  { name: "what is kept is anything", asvs: ["14.3.2"], on: READS, headers: { "If-None-Match": '*, W/"x", "' } },
  { name: "what is kept is of another time", asvs: ["14.3.2"], on: READS, headers: { "If-Modified-Since": "Thu, 99 Foo 99999 25:61:61 GMT", "If-Range": '"x"' } },
  { name: "an answer of any kind", asvs: ["4.1.1"], on: READS, headers: { Accept: ",;q=,text/html;q=9, */*", "Accept-Language": "../../etc", "Accept-Encoding": "br;q=x, *" } },
  { name: "another scheme by upgrade", asvs: ["4.2.1"], on: READS, headers: { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABkAAQAoAAAAAIAAAAA" } },
  { name: "cookies that cannot be read", asvs: ["1.1.1", "7.2.1"], on: READS, headers: { Cookie: 'session=%E0%A4%A; browser="; =; __proto__=1; user-name=%; theme' }, answers: [200, 204, 302, 400, 401, 403, 404, 405, 422] },
]; // prettier-ignore

export const IN_HEADERS: readonly Attack[] = HEADERS.map(({ name, asvs, on, answers, ...change }) => ({
  name,
  asvs,
  on,
  change: () => change,
  ...(answers && { answers }),
}));
