import { expect, test } from "vitest";
import { PASSWORD_CHANGE_WARNING } from "#domain/new-password.ts";
import { SignedOutPage } from "#features/sign-in/signed-out-page.tsx";
import { SignInPage } from "#features/sign-in/sign-in-page.tsx";
import { renderPage } from "#tests/ui/render.tsx";

const SCHOOL = { name: "Santa Rosa Government Primary", logo: null };
const RULE = "12 to 128 characters.";

test("the first step asks for the username, and the second waits behind it", async () => {
  const html = await renderPage(
    <SignInPage passwordRule={RULE} school={SCHOOL} step="username" userName="" />,
  );

  expect(html).toContain("Step 1 of 2");
  expect(html).toMatch(/<form [^>]*method="post"/);
  expect(html).toContain('<input name="intent" type="hidden" value="username"/>');
  expect(html).toMatch(/<input [^>]*autoComplete="username"[^>]*name="userName"/i);
  expect(html).toContain("NEXT</button>");
  expect(html).toMatch(/<div class="hidden [^"]*"><form [^>]*id="password"/);
  expect(html).toMatch(
    /<input disabled="" name="opens" type="hidden"|<input [^>]*name="opens"[^>]*disabled=""/,
  );
});

test("a refused password says so over the form, keeps the username and offers the way back", async () => {
  const reply = { formId: "password", status: "error", error: { password: ["Check both and try again."] } };

  const html = await renderPage(
    <SignInPage passwordRule={RULE} school={SCHOOL} step="password" userName="m.joseph" />,
    "/",
    reply,
  );

  expect(html).toMatch(/role="alert".*You are not signed in.*Check both and try again\./);
  expect(html).toMatch(/<input [^>]*name="userName"[^>]*value="m.joseph"/);
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Change/);
  expect(html).toMatch(/name="password"[^>]*autoComplete="current-password"/i);
  expect(html).toContain("LOGIN</button>");
});

test("the page that was wanted is still wanted under another username", async () => {
  const page = <SignInPage passwordRule={RULE} school={SCHOOL} step="password" userName="m.joseph" />;

  const html = await renderPage(page, "/?step=password&next=%2Fapp%2Fmark-sheet");

  expect(html).toContain('href="/?next=%2Fapp%2Fmark-sheet"');
});

test("the third step shows the rule before typing and says which password was refused", async () => {
  const error = { confirmPassword: ["The two passwords are different. Enter the same password twice."] };

  const html = await renderPage(
    <SignInPage passwordRule={RULE} school={SCHOOL} step="reset" userName="newteacher" />,
    "/",
    { formId: "reset", status: "error", error },
  );

  expect(html).toContain("Reset Password</h1>");
  expect(html).toContain(`id="reset-newPassword-hint">${RULE}</p>`);
  expect(html).toContain(PASSWORD_CHANGE_WARNING);
  expect(html).toMatch(
    /id="reset-confirmPassword-error">.*The two passwords are different. Enter the same password twice\./,
  );
  expect(html).toContain("CHANGE PASSWORD</button>");
});

test("who is not the person of the third step can leave it", async () => {
  const html = await renderPage(
    <SignInPage passwordRule={RULE} school={SCHOOL} step="reset" userName="newteacher" />,
  );

  expect(html).toMatch(/<form [^>]*id="restart"[^>]*>.*value="restart"/);
  expect(html).toMatch(/<button [^>]*form="restart"[^>]*>Change/);
});

test("after signing out the page returns by itself, without script too", async () => {
  const html = await renderPage(
    <SignedOutPage goesOn link="Sign in" next="/" school={SCHOOL} words="Done." />,
  );

  expect(html).toMatch(/<noscript><meta [^>]*content="2;url=\/" http-equiv="refresh"/i);
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Sign in<\/a>/);
});

test("who may still be signed in elsewhere is left the time to read it", async () => {
  const html = await renderPage(
    <SignedOutPage goesOn={false} link="Sign in" next="/" school={SCHOOL} words="Sign out there too." />,
  );

  expect(html).toContain("Sign out there too.");
  expect(html).not.toContain("refresh");
});

test("an identity provider is offered by its name, beside the page that carries what was typed", async () => {
  const provider = { name: "id.school.example", url: "/sign-in/provider" };
  const common = { passwordRule: RULE, school: SCHOOL, step: "username", userName: "", provider } as const;

  const [alone, carrying] = [
    await renderPage(<SignInPage {...common} />),
    await renderPage(<SignInPage {...common} carried="seal" />),
  ];

  expect(alone).toMatch(
    /<a [^>]*href="\/sign-in\/provider"[^>]*>Sign in with (<!-- -->)?id.school.example<\/a>/,
  );
  expect(alone).not.toContain("_blank");
  expect(carrying).not.toContain('type="password"');
  expect(carrying).toContain('target="_blank"');
});
