import { expect, test } from "vitest";
import { PASSWORD_CHANGE_WARNING } from "#domain/new-password.ts";
import { describeDevice } from "#domain/people/access.ts";
import { ProfilePage } from "#features/profile/profile-page.tsx";
import { SignatureDialog } from "#features/profile/signature-dialog.tsx";
import { renderPage } from "#tests/ui/render.tsx";

const SESSIONS = [
  { id: 71, device: "Chrome on Windows", lastSeen: "26 Jun 2026, 10:41", thisDevice: true },
  { id: 64, device: "Firefox on Linux", lastSeen: "25 Jun 2026, 18:02", thisDevice: false },
];

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
    "Chrome on Windows",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on an Android phone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
    "Chrome on an Android tablet",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
    "Chrome on a Chromebook",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", "A browser on a Mac"],
  ["curl/8.14.1", "An unknown device"],
  ["", "An unknown device"],
])("%s is known as %s", (userAgent, expected) => {
  const words = describeDevice(userAgent);

  expect(words).toBe(expected);
});

test("a profile shows the person, the rule of passwords and where they are signed in", async () => {
  const html = await renderPage(
    <ProfilePage
      signature={null}
      passwordRule="12 to 128 characters."
      sessions={SESSIONS}
      userName="m.joseph"
    />,
  );

  expect(html).toContain('id="change-password-newPassword-hint">12 to 128 characters.</p>');
  expect(html).toContain(PASSWORD_CHANGE_WARNING);
  expect(html).toContain("This device, last seen 26 Jun 2026, 10:41");
});

test("every other session can be ended, this device's own by signing out", async () => {
  const html = await renderPage(
    <ProfilePage signature={null} passwordRule="" sessions={SESSIONS} userName="m.joseph" />,
  );

  expect(html).toContain('name="sessionId" type="hidden" value="64"/>');
  expect(html).not.toContain('name="sessionId" type="hidden" value="71"');
  expect(html).toContain('href="/app/sign-out"');
});

test("a rejected change of password says why over the form and beside the field", async () => {
  const error = { currentPassword: ["This is not your current password. Try again."] };
  const page = <ProfilePage signature={null} passwordRule="" sessions={SESSIONS} userName="m.joseph" />;

  const html = await renderPage(page, "/app/profile", { formId: "change-password", status: "error", error });

  expect(html.match(/Your password was not changed/g)).toHaveLength(1);
  expect(html).toContain('href="#change-password-currentPassword"');
  expect(html).toMatch(/id="change-password-currentPassword-error">.*This is not your current password\./);
});

test("a signature is removed only after a question, also without script", async () => {
  const html = await renderPage(<SignatureDialog pictureUrl="/img/signatures/one.jpg" />);

  const [question] = /<details>.*<\/details>/.exec(html) ?? [""];
  expect(question).toContain("Remove your signature?");
  expect(html.replace(question, "")).not.toContain("Remove");
});
