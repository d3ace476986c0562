import { expect, test } from "vitest";
import { apiRequestUrl } from "#features/api/guide.ts";

const field = { takes: "text", required: false, about: "" };
const call = {
  path: "/api/term-assesment-assignment/{class}",
  sends: [
    { ...field, name: "class", place: "address" },
    { ...field, name: "employee_id", place: "query" },
    { ...field, name: "academic_term_id", place: "query" },
  ],
};

test.each([
  [{ class: "Std 4" }, "/api/term-assesment-assignment/Std%204"],
  [
    { class: "2A", employee_id: " 7 ", academic_term_id: "" },
    "/api/term-assesment-assignment/2A?employee_id=7",
  ],
  [{ class: "a/b?c" }, "/api/term-assesment-assignment/a%2Fb%3Fc"],
  [{ employee_id: "1&2" }, "/api/term-assesment-assignment/?employee_id=1%262"],
])("what is typed into %o asks %s", (typed, address) => {
  expect(apiRequestUrl(call, new Map(Object.entries(typed)))).toBe(address);
});
