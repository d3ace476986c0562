import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  waitForHydration,
  newPage,
  waitForMessage,
  signIn,
  startSession,
  violationsOn,
} from "#tests/support/browser/browser.ts";
import { delayScripts } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("without script a clerk adds a colleague, who is found and deleted", async () => {
  const page = await open("/app/employees?tab=teachers", { javaScript: false });
  const lastName = "Quashie-Noel";

  await page.getByRole("link", { name: "Add New Employee" }).click();
  await addIn(page, { firstName: "Akil", lastName: "" });
  await page.getByRole("link", { name: /Last Name: Required/ }).waitFor();
  await addIn(page, { firstName: "Akil", lastName });
  await page.getByRole("heading", { name: `Akil ${lastName} added` }).waitFor();
  const password = await page.locator("[data-password]").textContent();
  await page.getByRole("link", { name: "Done" }).click();
  await search(page, lastName);
  await page.getByRole("link", { name: `Delete Akil ${lastName}` }).click();
  await page.getByRole("heading", { name: `Delete Akil ${lastName}?` }).waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await waitForMessage(page, `Akil ${lastName} deleted`);
  await waitForMessage(page, "No Data Available");

  expect(password).toMatch(/^[a-z]+-[a-z]+-[a-z]+-[2-9]{2}$/);
});

test.each([
  { path: "/app/employees", sheet: /^records-/ },
  { path: "/app", sheet: /^first-/ },
  { path: "/app/settings", sheet: /^pages-/ },
])("the style sheet that $path is served with is the one it goes on with", async ({ path, sheet }) => {
  const page = await newPage({ origin });
  await startSession(page, "clerk", DEMO_PASSWORD);
  const input: string[] = [];
  page.on("request", (request) => input.push(request.url().split("/").pop() ?? ""));

  await page.goto(path);
  await waitForHydration(page);
  await page.waitForLoadState("networkidle");

  const sheets = input.filter((name) => name.endsWith(".css"));
  expect(sheets).toEqual([expect.stringMatching(sheet)]);
});

test("a page opened from another one has its own style sheet in force, and only that", async () => {
  const page = await open("/app");

  await page
    .getByRole("main")
    .getByRole("link", { name: /^Employees/ })
    .click();
  await page.getByRole("heading", { level: 1, name: "Employees" }).waitFor();
  await expect.poll(() => sheetsInForce(page)).toEqual(["records"]);
  await page.getByRole("link", { name: "Main Menu" }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Settings/ })
    .click();
  await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  await expect.poll(() => sheetsInForce(page)).toEqual(["pages"]);
  await page.goBack();

  await expect.poll(() => sheetsInForce(page)).toEqual(["first"]);
});

test("who corrects the name last gets the user name of the right one", async () => {
  const page = await open("/app/employees/new");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First Name").fill("Wendell");
  await dialog.getByLabel("Last Name").fill("Toussaint-Noel");
  await dialog.getByLabel("Last Name").blur();
  const userName = dialog.getByLabel("User Name");
  await expect.poll(() => userName.inputValue()).toMatch(/^w\./);
  // The next proposal is being requested when the form is sent.
  await page.route(/[?&]first=/, (route) =>
    route.request().url().includes("Wendell") ? route.continue() : undefined,
  );

  await addIn(page, { firstName: "Kendell", lastName: "Toussaint-Noel" });

  await waitForMessage(page, /^k\.toussaint/);
});

test.each([{ javaScript: true }, { javaScript: false }])(
  "people stay selected for their letters on other pages, in a search and after another reset, $javaScript",
  async ({ javaScript }) => {
    const page = await open("/app/reset-password", { javaScript, user: "Admin" });
    if (javaScript) await waitForHydration(page);
    const box = page.getByRole("checkbox", { name: /^Select (?!all)/ });
    // The accounts with which other tests sign in keep their passwords.
    const rows = page.getByRole("row").filter({ has: box, hasNotText: /principal|teacher|clerk|dean/ });
    const boxes = rows.getByRole("checkbox");
    const [first, second] = [
      await boxes.nth(1).getAttribute("name"),
      await boxes.nth(2).getAttribute("name"),
    ];

    await boxes.nth(1).check();
    await boxes.nth(2).check();
    await page.getByRole(javaScript ? "link" : "button", { name: "Next" }).click();
    await waitForMessage(page, /^11 to 20 of/);
    await boxes.nth(0).check();
    await page.getByRole("searchbox", { name: "Search" }).fill("a");
    await page.getByRole("button", { name: "Search" }).click();
    await waitForMessage(page, /employees$/);
    const clear = page.getByRole("link", { name: "Clear the search" });
    await clear.click();
    await clear.waitFor({ state: "detached" });
    const kept = [
      await page.locator(`input[type=checkbox][name="${first}"]`).isChecked(),
      await page.locator(`input[type=checkbox][name="${second}"]`).isChecked(),
    ];
    await rows
      .nth(3)
      .getByRole("link", { name: /^Reset the password of/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset", exact: true }).click();
    await page.getByRole("dialog").getByRole("link", { name: "OK" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /print letters/ }).click();
    await page.getByRole("heading", { name: "Reset 3 passwords?" }).waitFor();
    const violations = await violationsOn(page);
    await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /print letters/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset 3" }).click();
    await page.getByRole("heading", { name: "3 passwords reset" }).waitFor();
    await page.getByRole("dialog").getByRole("link", { name: "OK" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });

    expect(kept).toEqual([true, true]);
    expect(violations).toEqual([]);
    await expect.poll(() => page.locator("input[type=checkbox]:checked").count()).toBe(0);
  },
);

test("passwords that were set are shown, though who was ticked stands in the body alone", async () => {
  const page = await open("/app/reset-password?rows=25", { javaScript: false });
  const names = await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .evaluateAll((ticks) => ticks.slice(-2).map((tick) => (tick as HTMLInputElement).name));
  await page.goto(`/app/reset-password/${names[0]?.split("-").at(-1)}`);
  const author = await page.locator('input[name="author"]').first().inputValue();

  const answer = await page.request.post("/app/reset-password/several", {
    form: { author, ...Object.fromEntries(names.map((name) => [name, "on"])) },
    headers: { Origin: origin },
  });

  expect(answer.status()).toBe(200);
  expect((await answer.text()).match(/data-password/g)).toHaveLength(2);
});

test.each([
  {
    path: "/app/reset-password?rows=25",
    names: /^Select (?!all)/,
    says: [/^2 selected/, /^3 selected/],
  },
  {
    path: "/app/employees/9/access",
    names: /^(?:Settings|Employees|Students)/,
    says: [/^2 changes not saved/, /^3 changes not saved/],
  },
])("what is ticked before script comes stays with what is ticked after it: $path", async (screen) => {
  const page = await newPage({ origin });
  await startSession(page, "Admin", DEMO_PASSWORD);
  const boxes = page.getByRole("checkbox", { name: screen.names });
  const arrive = await delayScripts(page);
  await page.goto(screen.path, { waitUntil: "commit" });

  await boxes.nth(0).check();
  await boxes.nth(1).check();
  arrive();
  await waitForMessage(page, screen.says[0] ?? "");
  await boxes.nth(2).check();

  await waitForMessage(page, screen.says[1] ?? "");
  expect(await checkedOf(boxes, 3)).toEqual([true, true, true]);
});

test("on a phone no barrier stands in the lists and dialogs", async () => {
  const page = await open("/app/employees", { phone: true, user: "Admin" });
  const found: unknown[] = [];

  for (const path of ADDRESSES) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    found.push(...(await violationsOn(page)));
    expect(await sidewaysOf(page)).toBe(0);
  }

  expect(found).toEqual([]);
});

const ADDRESSES = [
  "/app/employees",
  "/app/employees?tab=teachers&status=left",
  "/app/employees/new",
  "/app/employees/3/delete?tab=teachers",
  "/app/reset-password",
  "/app/reset-password/3",
];

type Options = { javaScript?: boolean; phone?: boolean; user?: string };

/** Lists the names of the style sheets that the browser applies. */
function sheetsInForce(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ media }) => media.mediaText !== "not all")
      .map(({ href }) => /([a-z]+)-[^/]*\.css$/.exec(href ?? "")?.[1] ?? "unnamed"),
  );
}

async function open(path: string, { user = "clerk", ...options }: Options = {}): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, user, DEMO_PASSWORD, path);
  return page;
}

async function addIn(
  page: Page,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "First Name" }).fill(firstName);
  await dialog.getByRole("textbox", { name: "Last Name" }).fill(lastName);
  await dialog.getByRole("button", { name: "Add Employee" }).click();
}

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("searchbox", { name: "Search" }).fill(words);
  await page.getByRole("button", { name: "Search" }).click();
  await waitForMessage(page, /1 of \d+/);
}

function checkedOf(boxes: Locator, count: number): Promise<boolean[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => boxes.nth(index).isChecked()));
}

function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
