import { expect, test } from "vitest";
import { describeCaller } from "#access/caller.server.ts";

test.each([
  ["190.213.4.5", "190.213.4.5"],
  ["::ffff:190.213.4.5", "190.213.4.5"],
  ["2001:DB8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", "unknown"],
])("%s counts as %s", async (ip, address) => {
  const caller = await describeCaller(new Request("http://localhost/"), ip);

  expect(caller.address).toBe(address);
});

test("a browser's name for itself is kept, but not a book of it", async () => {
  const request = new Request("http://localhost/", { headers: { "User-Agent": "x".repeat(5000) } });

  const { device } = await describeCaller(request, "::1");

  expect(device).toHaveLength(300);
});
