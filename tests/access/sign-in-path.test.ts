import { expect, test } from "vitest";
import { pathAfterSignIn } from "#access/sign-in-path.ts";

test.each([
  "/app",
  "/app/mark-sheet",
  "/app/mark-sheet/7?term=202520263",
  "/app/mark-sheet?search=De%20Silva",
])("%s is returned to", (next) => {
  const path = pathAfterSignIn(asking(next));

  expect(path).toBe(next);
});

test.each([
  "",
  "/",
  "app",
  "/api/employees",
  "/application",
  "//evil.example/app",
  "/\\evil.example/app",
  "https://evil.example/app",
  "/app/../..//evil.example",
  "/app/..//evil.example/app",
  "/app\n/x",
  "javascript:alert(1)",
])("instead of %j the main menu is", (next) => {
  const path = pathAfterSignIn(asking(next));

  expect(path).toBe("/app");
});

function asking(next: string): Request {
  return new Request(`http://localhost/?${new URLSearchParams({ next })}`);
}
