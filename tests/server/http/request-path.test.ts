import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { isUploadRequest, pathForLog } from "#server/http/request-path.ts";

test.each([
  ["/app/mark-sheet?search=Ramkissoon", "/app/mark-sheet"],
  ["/api/employees", "/api/employees"],
  ["/api/user-employee/dramkissoon", "/api/user-employee/:userName"],
  ["/%61pi//user-employee/dramkissoon?x=1", "/api/user-employee/:userName"],
])("%s stands in the log as %s", (url, logged) => {
  const path = pathForLog(requestOf({ url }));

  expect(path).toBe(logged);
});

test.each([
  "/api/upload-file",
  "/api/employee-files",
  "/api/upload-pictures",
  "/api/student-picture/17",
  "/app/profile/signature",
  "/app/profile/documents",
  ...["employees", "students"].flatMap((list) => [
    `/app/${list}/import`,
    `/app/${list}/import.data`,
    `/app/${list}/7/documents`,
    `/app/${list}/7/documents/upload`,
    `/app/${list}/7/picture`,
  ]),
  "/app/students/pictures/7/files",
  "/app/mark-sheet/7/202520263/3-1/upload",
])("a form with a file can be posted to %s, and to nothing below it", (url) => {
  const [page, below, read] = [
    requestOf({ url, method: "POST" }),
    requestOf({ url: `${url}/more`, method: "POST" }),
    requestOf({ url, method: "GET" }),
  ];

  expect([page, below, read].map(isUploadRequest)).toEqual([true, false, false]);
});

test("a form without a file is limited like every form, even on a page that takes files", () => {
  const request = requestOf({ url: "/app/mark-sheet/7/202520263/1/upload", method: "POST" });
  request.headers["content-type"] = "application/x-www-form-urlencoded;charset=UTF-8";

  expect(isUploadRequest(request)).toBe(false);
});

function requestOf(given: { url: string; method?: string }): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), given);
}
