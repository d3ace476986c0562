import { expect, test } from "vitest";
import { createAccountCookie } from "#access/session-cookie.server.ts";

test.each([
  ["", false, "account=17; Path=/app; SameSite=Lax"],
  ["session=abc", true, "account=17; Path=/app; SameSite=Lax; Secure"],
  ["session=abc; account=18", false, "account=17; Path=/app; SameSite=Lax"],
  ["session=abc; account=170", false, "account=17; Path=/app; SameSite=Lax"],
  ["account=17; session=abc", false, null],
])("a browser that brings '%s' is told whose pages it gets", (cookie, secure, expected) => {
  const request = new Request("http://127.0.0.1/app", { headers: { Cookie: cookie } });

  expect(createAccountCookie(request, 17, secure)).toBe(expected);
});
