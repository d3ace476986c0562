import { afterEach, expect, test, vi } from "vitest";
import { fetchTargetDescriptions, type TargetDescriptions } from "#features/unsent/unsent-page.tsx";
import { MAX_TARGETS_PER_REQUEST, type TargetRequest } from "#saving/client/target-names.ts";

afterEach(() => vi.unstubAllGlobals());

test("every target is asked for, in requests that the server takes", async () => {
  const input = targets(MAX_TARGETS_PER_REQUEST + 1);
  const sizes = serverThatNames((target) => target !== "target-3");

  const answered = await allOf(input);

  expect(sizes).toEqual([MAX_TARGETS_PER_REQUEST, 1]);
  expect(answered.size).toBe(MAX_TARGETS_PER_REQUEST + 1);
  expect(answered.get(`target-${MAX_TARGETS_PER_REQUEST}`)).toMatchObject({
    title: `Title of target-${MAX_TARGETS_PER_REQUEST}`,
  });
  expect(answered.get("target-3")).toBeNull();
});

test("of a target whose request got no answer nothing is said", async () => {
  const input = targets(MAX_TARGETS_PER_REQUEST + 1);
  serverThatNames(() => true, { answers: 1 });

  const answered = await allOf(input);

  expect(answered.has("target-0")).toBe(true);
  expect(answered.has(`target-${MAX_TARGETS_PER_REQUEST}`)).toBe(false);
});

function targets(count: number): TargetRequest[] {
  return Array.from({ length: count }, (_, index) => ({ target: `target-${index}`, rows: ["1"] }));
}

/** Returns the number of targets in each request. */
function serverThatNames(knows: (target: string) => boolean, { answers = Infinity } = {}): number[] {
  const sizes: number[] = [];
  vi.stubGlobal("fetch", async (_address: string, { body }: { body: string }) => {
    if (sizes.length >= answers) throw new TypeError("no network");
    const input = (JSON.parse(body) as { targets: TargetRequest[] }).targets;
    sizes.push(input.length);
    const named = input.filter(({ target }) => knows(target));
    return Response.json({ targets: named.map(({ target }) => ({ target, title: `Title of ${target}` })) });
  });
  return sizes;
}

async function allOf(input: readonly TargetRequest[]): Promise<TargetDescriptions> {
  const all: [string, unknown][] = [];
  for await (const answered of fetchTargetDescriptions(input)) all.push(...answered);
  return new Map(all) as TargetDescriptions;
}
