import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { pathForLog } from "#server/http/request-path.ts";

test.each([
  ["/app/mark-sheet?search=Ramkissoon", "/app/mark-sheet"],
  ["/api/employees", "/api/employees"],
  ["/api/user-employee/dramkissoon", "/api/user-employee/:userName"],
  ["/%61pi//user-employee/dramkissoon?x=1", "/api/user-employee/:userName"],
])("%s stands in the log as %s", (url, logged) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { url });

  const path = pathForLog(request);

  expect(path).toBe(logged);
});
