import { expect, test } from "vitest";
import { choosePageNotice, type NoticeConditions } from "#features/shell/notices/notice-words.rules.ts";

const AT_10_41 = new Date("2026-06-26T14:41:00Z");
const AT_10_05 = new Date("2026-06-26T14:05:00Z");

const WELL: NoticeConditions = {
  session: { kind: "in" },
  connection: "open",
  connectionSince: AT_10_41,
  storedAt: null,
  isReached: false,
  keeping: "device",
  canReload: false,
  isSlow: false,
  timeZone: "America/Port_of_Spain",
};

test("when all is well nothing is said", () => {
  expect(choosePageNotice(WELL)).toBeNull();
});

test.each<[string, Partial<NoticeConditions>, string | null]>([
  ["No connection since 10:41.", { connection: "broken" }, null],
  ["The server has not been able to save since 10:41.", { connection: "failing" }, null],
  ["The new term is being set up. Saving has been paused since 10:41.", { connection: "turning" }, null],
  [
    "The term of these entries has not started. Saving has been paused since 10:41.",
    { connection: "early" },
    null,
  ],
  ["No connection to the school’s server since 10:41.", { connection: "unread" }, null],
  ["The school’s network is not responding.", { isSlow: true }, "stay-here"],
  ["No connection since 10:41.", { isSlow: true, connection: "broken" }, null],
  ["You have been signed out.", { session: { kind: "out", why: "idle" } }, "sign-in"],
  ["Somebody else is signed in here.", { session: { kind: "somebody-else" } }, "sign-in"],
  ["You will be signed out in 5 minutes.", { session: { kind: "ending", by: "idle", minutes: 5 } }, "stay"],
  [
    "You will be signed out in 1 minute.",
    { session: { kind: "ending", by: "whole", minutes: 1 } },
    "sign-in",
  ],
  ["No connection: you see this page as it was at 10:05.", { storedAt: AT_10_05 }, null],
  ["You see this page as it was at 10:05.", { storedAt: AT_10_05, isReached: true }, "reload"],
])("%s", (title, now, act) => {
  const notice = choosePageNotice({ ...WELL, ...now });

  expect(notice).toMatchObject({ title, act });
});

test.each([
  ["device", true, "You can close or reload this page, but keep a private window open."],
  [
    "device",
    false,
    "You can close this page, but keep a private window open. You cannot reload this page without a connection.",
  ],
  ["page", true, "Keep the page open."],
] as const)(
  "what is safe without a connection depends on the browser: kept by the %s, shown again %s",
  (keeping, canReload, words) => {
    const notice = choosePageNotice({ ...WELL, connection: "broken", keeping, canReload });

    expect(notice?.text).toContain(words);
  },
);

const TROUBLES: [string, Partial<NoticeConditions>][] = [
  ["signed out", { session: { kind: "out", why: "idle" } }],
  ["somebody else", { session: { kind: "somebody-else" } }],
  ["a server that cannot save", { connection: "failing" }],
  ["a term that is being turned", { connection: "turning" }],
  ["an answer that is not the server's", { connection: "unread" }],
  ["no connection", { connection: "broken" }],
  ["a page shown again", { storedAt: AT_10_05 }],
  ["a slow network", { isSlow: true }],
];

test.each(TROUBLES)("what is said of what is typed is true of the page: %s", (_when, now) => {
  const [device, page, form, nothing] = (["device", "page", "form", "nothing"] as const).map((keeping) =>
    choosePageNotice({ ...WELL, ...now, keeping }),
  );

  expect(device?.text).toContain("on this device");
  expect(page?.text).toContain("is kept on this page");
  expect(form?.text).toContain("is still on this page");
  expect([page?.short, form?.short]).toEqual(["Keep this page open.", "Keep this page open."]);
  expect(`${nothing?.text}${nothing?.short}`).not.toMatch(/type/);
});

test("an answer that is not the server's is said to be the network's", () => {
  const notice = choosePageNotice({ ...WELL, connection: "unread" });

  expect(notice?.text).toBe(
    "You may have to sign in to this network first. What you type is kept on this device and sent again automatically.",
  );
});

test("who is signed out is told that before the connection", () => {
  const notice = choosePageNotice({ ...WELL, connection: "broken", session: { kind: "out", why: "ended" } });

  expect(notice?.name).toBe("out");
});

test("the minutes of a warning are not another notice", () => {
  const names = [5, 4].map(
    (minutes) => choosePageNotice({ ...WELL, session: { kind: "ending", by: "idle", minutes } })?.name,
  );

  expect(names).toEqual(["idle", "idle"]);
});
