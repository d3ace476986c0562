import { expect, test } from "vitest";
import {
  canMarkAsLeft,
  canResetPasswordOf,
  hasAccess,
  isPermissionOverOthers,
  permissionIdsFor,
  PERMISSIONS,
} from "#access/permissions.ts";
import { PERMISSION_IDS } from "#domain/people/access.ts";

test.each([
  ["marks.enter", [1]],
  ["term-reports.edit", [2]],
  ["reports.print", [3]],
  ["employees.manage", [4]],
  ["students.manage", [6]],
  ["passwords.reset", [7]],
  ["settings.manage", [8]],
  ["admin", [9]],
  ["principal.sign", [10]],
  ["term-marks", [1, 6, 9]],
  ["employees", [4, 9]],
  ["employee-passwords", [7, 9]],
  ["subject-assignment", [4, 8, 9]],
  ["marks-archive", [6, 9]],
  ["attendance-summary", [6, 9, 10]],
  ["student-attendance", [2, 6, 9, 10]],
  ["class-lists", [3, 6, 9, 10]],
  ["late-board", [9, 10]],
  ["term-reports", [2, 9, 10]],
  ["comment-bank", [2, 9, 10]],
  ["sign-reports", [10]],
] as const)("%s opens to holders of any of %j and to nobody else", (access, ids) => {
  const everyId = Array.from({ length: 12 }, (_, id) => id);

  const admitted = everyId.filter((id) => hasAccess(access, { permissions: [id] }));

  expect(permissionIdsFor(access)).toEqual(ids);
  expect(admitted).toEqual(ids);
});

test("who holds nothing may do what only asks for being signed in", () => {
  const nobody = { permissions: [] };

  const allowed = [hasAccess("signed-in", nobody), hasAccess("marks.enter", nobody)];

  expect(allowed).toEqual([true, false]);
});

test("only an administrator has power over somebody who may sign reports", () => {
  const office = { permissions: [4, 6, 7, 8] };

  const allowed = (permissionIdsFor("sign-reports") ?? []).map((id) => {
    const signer = { permissions: [id] };
    return [canResetPasswordOf(signer, office), canMarkAsLeft(signer, office), isPermissionOverOthers(id)];
  });

  expect(allowed).toEqual([[false, false, true]]);
});

test("an administrator can give every permission", () => {
  expect(new Set(PERMISSION_IDS)).toEqual(new Set(Object.values(PERMISSIONS)));
});
