import axios, { type AxiosRequestConfig } from "axios";
import { expect, test } from "vitest";
import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { API_ENDPOINTS } from "#api/index.ts";
import { listSchemaFields } from "#api/openapi/json-schema.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

/** Every call is made once as older front ends make it, by a person who may; changes are tested in `contract.test.ts`. */
const { origin } = await startProduct({ flavour: "secondary" });

type Row = Record<string, string | number>;

const admin = axios.create({ baseURL: origin, validateStatus: () => true });
const { employee, cookies } = await signedIn();
admin.defaults.headers.common = cookies;
const term = await one("/api/current-term");
const { form_class_id = "" } = await one(`/api/form-teacher-class/${employee}/${term["academic_year_id"]}`);
const [lesson] = await all(`/api/teacher-lessons/${employee}`);
const [held] = (await all("/api/form-classes-list")).filter(
  (item) => item["form_class_id"] === form_class_id,
);
const [student] = (await all("/api/students")).filter((item) => item["form_class_id"] === form_class_id);

/** The values for the API's parameter names. */
const KNOWN: Readonly<Record<string, string | number | undefined>> = {
  class: form_class_id,
  form_class_id,
  form_class: form_class_id,
  class_id: held?.["class_id"],
  year: term["academic_year_id"],
  academic_term_id: term["id"],
  academicTermId: term["id"],
  employee,
  employee_id: employee,
  employeeId: employee,
  userName: "formteacher",
  student_id: student?.["id"],
  id: student?.["id"],
  subject_id: lesson?.["subject_id"],
  lesson_id: lesson?.["lesson_id"],
  assesment_id: 2,
  form_level: 3,
  month: String(term["term_start"]).slice(0, 7),
  rollover_id: 1,
};

/** The demo school has had no rollover. */
const NOT_THERE: Readonly<Record<string, number>> = {
  "GET /api/turn-journal/:rollover_id": 404,
  "GET /api/turn-class-lists/:rollover_id": 404,
  "GET /api/term-registration": 409,
};

test.each(named(({ method }) => method === "GET"))("%s answers", async (name, call) => {
  const known = knownTo(call);
  const params = Object.fromEntries(
    listSchemaFields(call.query).map((field) => [field.name, known[field.name]]),
  );

  const { status, data } = await admin.get<unknown>(urlOf(call), { params });

  expect([status, data]).toEqual([NOT_THERE[name] ?? (name.includes("csrf") ? 204 : 200), data]);
});

test.each(named((call) => call.access !== "reset-password" && brokenOf(call) !== null))(
  "%s refuses what is not valid, and says why",
  async (_, call) => {
    const request = { url: urlOf(call), method: call.method, ...brokenOf(call) };

    const { status, data } = await admin.request<{ message: string }>(request);

    expect([status, data]).toEqual([422, data]);
    expect(data.message).not.toBe("");
  },
);

/** For a teacher `id` is their own, otherwise a student's. */
function knownTo({ path }: Endpoint): typeof KNOWN {
  return path.includes("teacher-lessons") ? { ...KNOWN, id: employee } : KNOWN;
}

function urlOf(call: Endpoint): string {
  return call.path.replaceAll(/:(\w+)/g, (_, name: string) => String(knownTo(call)[name]));
}

function named(isMeant: (call: Endpoint) => boolean) {
  return API_ENDPOINTS.filter(isMeant).map((call) => [`${call.method} ${call.path}`, call] as const);
}

/** Returns null for a call without any arguments but its address. */
function brokenOf({ body, upload, query, list }: Endpoint): AxiosRequestConfig | null {
  if (upload) return { data: new FormData() };
  if (body) return { data: [] };
  if (list) return { params: { page: 0 } };
  return listSchemaFields(query).some(({ name }) => name === "format") ? { params: { format: "exe" } } : null;
}

/** Signs in as an administrator, and finds the id of a form teacher. */
async function signedIn() {
  const token = "XSRF-TOKEN=every-call";
  const headers = { Origin: origin, "X-XSRF-TOKEN": "every-call" };
  const cookieOf = async (name: string) => {
    const body = { name, password: DEMO_PASSWORD };
    const answer = await admin.post<{ employee: { id: number } }>("/api/employee-login", body, {
      headers: { ...headers, Cookie: token },
    });
    const [session = ""] = answer.headers["set-cookie"] ?? [];
    return { session: session.split(";")[0] ?? "", id: answer.data.employee.id };
  };
  const [{ session }, { id }] = [await cookieOf("Admin"), await cookieOf("formteacher")];
  return { employee: id, cookies: { ...headers, Cookie: `${token}; ${session}` } };
}

async function one(address: string): Promise<Row> {
  return (await admin.get<Row>(address)).data;
}

async function all(address: string): Promise<Row[]> {
  return (await admin.get<Row[]>(address)).data;
}
