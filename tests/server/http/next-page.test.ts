import { expect, test } from "vitest";
import { respondWithNextPage } from "#server/http/remix-handler.ts";

const FORM = new Request("http://school.example/?index", {
  method: "POST",
  body: new URLSearchParams({ password: "secret" }),
  headers: { Cookie: "sign-in=ann; browser=b", Origin: "http://school.example" },
});
const COOKIES = [
  ["Set-Cookie", "session=s; Path=/; HttpOnly"],
  ["Set-Cookie", "sign-in=; Max-Age=0; Path=/"],
];

test("the page of the redirect is opened with the new cookies, and names its own address first", async () => {
  const asked: Request[] = [];

  const answer = await respondWithNextPage(redirectTo("/app/profile?tab=1", true), FORM, {
    nonce: "n",
    open: (request) => {
      asked.push(request);
      return Promise.resolve(page("<html><head><title>Profile</title></head></html>"));
    },
  });

  expect(asked.map(({ method, url, headers }) => [method, url, headers.get("Cookie")])).toEqual([
    ["GET", "http://school.example/app/profile?tab=1", "browser=b; session=s"],
  ]);
  expect([asked[0]?.headers.has("Content-Type"), asked[0]?.headers.has("Origin")]).toEqual([false, false]);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([
    ...COOKIES.map(([, cookie = ""]) => cookie),
    "account=7; Path=/app/",
  ]);
  expect(await answer.text()).toBe(
    '<html><head><script nonce="n">history.replaceState(null,"","/app/profile?tab=1");document.currentScript.remove()</script><title>Profile</title></head></html>',
  );
});

test.each([
  ["was not asked for", redirectTo("/app", false), page("<head>")],
  ["is a refusal", redirectTo("/app", true), page("<head>", 403)],
  ["is another redirect", redirectTo("/app", true), new Response(null, { status: 302 })],
  ["belongs to another server", redirectTo("https://id.example/", true), page("<head>")],
])("a next page that %s leaves the redirect as it is", async (_why, redirect, next) => {
  const location = redirect.headers.get("Location");

  const answer = await respondWithNextPage(redirect, FORM, { nonce: "n", open: () => Promise.resolve(next) });

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, location]);
  expect(answer.headers.has("X-Open-Next-Page")).toBe(false);
});

test("an address that has no page is not opened, so that a document is not made twice", async () => {
  const answer = await respondWithNextPage(redirectTo("/app/reports/class/document", true), FORM, {
    nonce: "n",
    open: () => null,
  });

  expect([answer.status, answer.headers.getSetCookie()]).toEqual([302, COOKIES.map(([, cookie]) => cookie)]);
});

test("an address cannot end the script that names it", async () => {
  const open = () => Promise.resolve(page("<head></head>"));

  const answer = await respondWithNextPage(redirectTo("/app?q=</script>", true), FORM, { nonce: "n", open });

  expect((await answer.text()).match(/<\/script>/g)).toHaveLength(1);
});

function redirectTo(location: string, opens: boolean): Response {
  const headers = new Headers([["Location", location], ...COOKIES] as [string, string][]);
  if (opens) headers.set("X-Open-Next-Page", "1");
  return new Response(null, { status: 302, headers });
}

function page(html: string, status = 200): Response {
  const headers = { "Content-Type": "text/html; charset=utf-8", "Set-Cookie": "account=7; Path=/app/" };
  return new Response(html, { status, headers });
}
