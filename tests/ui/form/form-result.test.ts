import { expect, test } from "vitest";
import { shouldRevalidateUnlessUnderDialog } from "#saving/screen/stay-under-dialogs.ts";
import { preserveDataAfterReply, shouldRevalidateWhenStale } from "#ui/form/form-result.ts";

const HERE = new URL("http://school.test/app/students/new");

test.each([
  { title: "a change", actionStatus: 200, reloads: true },
  { title: "a conflict", actionStatus: 409, reloads: true },
  { title: "a rejected form", actionStatus: 422, reloads: false },
  { title: "no answer", actionResult: { failed: true, status: "", words: null, at: 0 }, reloads: false },
  { title: "opening a page", reloads: true },
])("after $title the page is loaded again: $reloads", ({ reloads, title: _, ...action }) => {
  const asked = {
    currentUrl: HERE,
    nextUrl: HERE,
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    ...action,
  };

  // The page with the form, and the frame and the sheets around it, which decide for themselves.
  expect(shouldRevalidateWhenStale(asked)).toBe(reloads);
  expect(shouldRevalidateUnlessUnderDialog(asked)).toBe(reloads);
});

const PLACE = { pathname: HERE.pathname, search: "", hash: "", key: "", state: null as unknown };
const IDLE = { state: "idle", location: undefined, formMethod: undefined };
const ANSWERED = { state: "loading", location: PLACE, formMethod: "POST" };
const BROKEN = { type: "error", result: new TypeError("Failed to fetch") } as const;
const MISSING = { type: "error", result: new Response(null, { status: 404 }) } as const;
const KEPT = { type: "data", result: "as it was" } as const;

test.each([
  { title: "a form was answered on it", navigation: ANSWERED, loaded: KEPT },
  { title: "a form of a part of it was answered", fetchers: [["part", ANSWERED]], loaded: KEPT },
  { title: "nothing was sent", loaded: BROKEN },
  { title: "a link leads elsewhere", url: `${HERE}?page=2`, fetchers: [["part", ANSWERED]], loaded: BROKEN },
  {
    title: "the change was made",
    navigation: { ...ANSWERED, location: { ...PLACE, state: { _isRedirect: true } } },
    loaded: BROKEN,
  },
  { title: "its record is gone", navigation: ANSWERED, result: MISSING, loaded: MISSING },
])("a page that is loaded again when $title has $loaded.type", async (load) => {
  const { navigation = IDLE, fetchers = [], url = HERE.href, result = BROKEN, loaded } = load;
  const state = {
    navigation,
    fetchers: new Map(fetchers as [string, unknown][]),
    location: PLACE,
    loaderData: { page: "as it was" },
  } as unknown as Parameters<typeof preserveDataAfterReply>[1]["state"];
  const request = new Request(url);

  const results = await preserveDataAfterReply(Promise.resolve({ page: result }), {
    state,
    request,
    fetcherKey: null,
  });

  expect(results).toEqual({ page: loaded });
});

test("a part of the page that is loaded again after a form keeps its own data", async () => {
  const state = {
    navigation: IDLE,
    fetchers: new Map<string, unknown>([
      ["form", ANSWERED],
      ["part", { state: "loading", data: "as it was" }],
    ]),
    location: PLACE,
    loaderData: {},
  } as unknown as Parameters<typeof preserveDataAfterReply>[1]["state"];
  const request = new Request("http://school.test/app/students/alike");

  const results = await preserveDataAfterReply(Promise.resolve({ alike: BROKEN }), {
    state,
    request,
    fetcherKey: "part",
  });

  expect(results).toEqual({ alike: KEPT });
});
