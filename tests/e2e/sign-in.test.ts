import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

const NEW_PASSWORD = "four wet umbrellas drying";

test.each([{ javaScript: true }, { javaScript: false }])(
  "who is flagged must choose a new password before anything else: %j",
  async (how) => {
    const product = await startProduct();
    const page = await newPage({ origin: product.origin, ...how });
    await page.goto("/");
    await page.getByLabel("Username").fill("newteacher");
    await page.getByLabel("Username").press("Enter");
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await page.getByRole("button", { name: "CHANGE PASSWORD" }).waitFor();

    await page.goto("/app/mark-sheet");
    await page.getByRole("button", { name: "CHANGE PASSWORD" }).waitFor();
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm password", { exact: true }).fill("something else entirely");
    await page.getByRole("button", { name: "CHANGE PASSWORD" }).click();
    await page.getByText("The two passwords are not the same.").waitFor();
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "CHANGE PASSWORD" }).click();

    await page.getByRole("link", { name: "Sign Out" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/app/mark-sheet");
  },
);

test.each([{ javaScript: true }, { javaScript: false }])(
  "a wrong password is told in the same words for people who exist and who do not: %j",
  async (how) => {
    const words: (string | null)[] = [];
    for (const userName of ["teacher", "nobody.at.all"]) {
      const page = await newPage({ origin, ...how });
      await page.goto("/");
      await page.getByLabel("Username").fill(userName);
      await page.getByRole("button", { name: "NEXT" }).click();
      await page.getByLabel("Password", { exact: true }).fill("not the password at all");
      await page.getByRole("button", { name: "LOGIN" }).click();
      words.push(await page.getByRole("alert").textContent());
    }

    expect(words[0]).toBe(words[1]);
    expect(words[0]).toBeTruthy();
  },
);

test.each([{ javaScript: true }, { javaScript: false }])(
  "signing out asks first, then returns to the sign-in by itself: %j",
  async (how) => {
    const page = await newPage({ origin, ...how });
    await signIn(page, "teacher", DEMO_PASSWORD);

    await page.getByRole("link", { name: "Sign Out" }).click();
    await page.getByText("Are you sure you want to sign out?").waitFor();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Sign Out/i })
      .click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/app/mark-sheet");

    expect(new URL(page.url()).pathname).toBe("/");
  },
);

test("a page that was wanted before the sign-in opens after it", async () => {
  const page = await newPage({ origin });
  await page.goto("/app/profile");
  await page.getByLabel("Username").fill("teacher");
  await page.getByRole("button", { name: "NEXT" }).click();
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "LOGIN" }).click();

  await page.waitForURL(/\/app\/profile/);

  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
});

test.each([{ javaScript: true }, { javaScript: false }])(
  "another session is ended from the profile: %j",
  async (how) => {
    const elsewhere = await newPage({ origin });
    await signIn(elsewhere, "principal", DEMO_PASSWORD);
    const page = await newPage({ origin, ...how });
    await signIn(page, "principal", DEMO_PASSWORD);
    await page.goto("/app/profile");
    const before = await page.getByRole("button", { name: /^End/ }).count();

    await page.getByRole("button", { name: /^End/ }).first().click();
    await page.waitForLoadState("networkidle");

    expect(await page.getByRole("button", { name: /^End/ }).count()).toBe(before - 1);
  },
);

test("what the menu shows follows from what one may do", async () => {
  const page = await newPage({ origin });
  await signIn(page, "clerk", DEMO_PASSWORD);

  const tiles = page.getByRole("main").getByRole("link");

  expect(await tiles.filter({ hasText: "Enter Marks" }).count()).toBe(0);
  expect((await page.goto("/app/mark-sheet"))?.status()).toBe(403);
});

test.each([{ phone: false }, { phone: true }])(
  "no page of sign-in, menu and profile has a fault a machine can see: %j",
  async (how) => {
    const page = await newPage({ origin, ...how });
    await page.goto("/");
    const found = [await violationsOn(page)];
    await signIn(page, "teacher", DEMO_PASSWORD);
    found.push(await violationsOn(page));
    for (const path of ["/app/profile", "/app/sign-out", "/app/nowhere"]) {
      await page.goto(path);
      found.push(await violationsOn(page));
    }

    expect(found).toEqual([[], [], [], [], []]);
  },
);
