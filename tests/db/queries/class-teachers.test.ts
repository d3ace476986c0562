import { expect, test } from "vitest";
import { filterClassesOfTeacher } from "#db/queries/class-teachers.ts";

const CLASSES = [
  { id: "led by 1, helped by 2", teachers: [teacher(1, true), teacher(2, false)] },
  { id: "led by 2", teachers: [teacher(2, true)] },
  { id: "helped by 3", teachers: [teacher(4, true), teacher(3, false)] },
];

test.each([
  [null, ["led by 1, helped by 2", "led by 2", "helped by 3"]],
  [1, ["led by 1, helped by 2"]],
  [2, ["led by 2"]],
  [3, ["helped by 3"]],
  [9, []],
])("the classes meant with teacher %o", (employeeId, ids) => {
  expect(filterClassesOfTeacher(CLASSES, employeeId).map(({ id }) => id)).toEqual(ids);
});

function teacher(employee_id: number, is_lead: boolean) {
  return { employee_id, is_lead };
}
