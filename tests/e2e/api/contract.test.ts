import axios, { type AxiosInstance } from "axios";
import { expect, test } from "vitest";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

/** Scripts and older front ends use axios. In Node it stores no cookies and sends no Origin, so both are set here. */
const { origin } = await startProduct();

type Row = Record<string, unknown>;
type Caller = AxiosInstance & { employeeId: number };

const [admin, principal, teacher, formTeacher] = [
  await signedIn("Admin"),
  await signedIn("principal"),
  await signedIn("teacher"),
  await signedIn("formteacher"),
];
const PIN = { birth_certificate_pin: "20160504123" };
const term = Number((await admin.get<Row>("/api/current-term")).data["id"]);

test("a mark is entered, read and corrected; who has another class may not", async () => {
  const [lesson] = await rowsOf(teacher, `/api/teacher-lessons/${teacher.employeeId}`);
  const sheet = `/api/mark-sheet-students?academicTermId=${term}&lesson_id=${lesson?.["lesson_id"]}&test=1`;
  const marked = async () => (await teacher.get<{ data: Row[] }>(sheet)).data.data;
  const [{ student_id = "" } = {}] = await marked();
  const mark = { student_id, academic_term_id: term, lesson_id: lesson?.["lesson_id"], test_id: 1 };
  const stored = async () => (await marked()).find((row) => row["student_id"] === student_id)?.["mark"];

  const refused = await teacher.post("/api/mark-record", { ...mark, mark: "a lot" });
  const strangers = await formTeacher.post("/api/mark-record", { ...mark, mark: 12 });
  const entered = await teacher.post("/api/mark-record", { ...mark, mark: 41.5 });
  const afterEntry = await stored();
  const corrected = await teacher.post("/api/mark-record", { ...mark, mark: 42 });

  expect([refused.status, strangers.status, entered.status, corrected.status]).toEqual([422, 404, 200, 200]);
  expect([afterEntry, await stored()]).toEqual([41.5, 42]);
});

test("a report is filled in by its form teacher, read by the principal, and printed", async () => {
  const [{ student_id = "" } = {}] = await rowsOf(
    formTeacher,
    `/api/student-term-details?academic_term_id=${term}&form_class_id=Std%204&employee_id=${formTeacher.employeeId}`,
  );
  const report = { student_id, academic_term_id: term };

  const filled = await formTeacher.post("/api/student-term-details", { ...report, project: "A kite" });
  const strangers = await teacher.post("/api/student-term-details", { ...report, project: "Another" });
  const [read] = await rowsOf(
    principal,
    `/api/student-term-details?academic_term_id=${term}&student_id=${student_id}`,
  );
  const card = await principal.get<ArrayBuffer>(
    `/api/report-card?academic_term_id=${term}&student_id=${student_id}`,
    {
      responseType: "arraybuffer",
    },
  );

  expect([filled.status, strangers.status, read?.["project"]]).toEqual([200, 403, "A kite"]);
  expect([card.status, Buffer.from(card.data).subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);
});

test("a student is added, changed, found, and deleted", async () => {
  const [{ form_class_id = "", class_id = 0 } = {}] = await rowsOf(admin, "/api/form-classes-teachers");
  const child = {
    first_name: "Contract",
    last_name: "Quashie",
    gender: "F",
    form_class_id,
    class_id,
    ...PIN,
  };

  const refused = await admin.post("/api/student", { ...child, gender: "X" });
  const added = await admin.post<Row>("/api/student", child);
  const found = await rowsOf(admin, "/api/students?search=contract%20quashie");
  const student_id = String(found[0]?.["id"]);
  const moved = await admin.post("/api/student-data-personal", { student_id, town: "Toco" });
  const personal = await admin.get<Row>(`/api/student-data-personal/${student_id}`);
  const gone = await admin.delete("/api/student", { data: { student_id } });

  expect([refused.status, added.status, moved.status, gone.status]).toEqual([422, 200, 200, 200]);
  expect([found.length, personal.data["town"]]).toEqual([1, "Toco"]);
  expect(await rowsOf(admin, "/api/students?search=contract%20quashie")).toEqual([]);
});

test("an employee is added with a first password, and deleted", async () => {
  const name = { first_name: "Axel", last_name: "Contract", user_name: "axel.contract" };

  const twice = [await admin.post<Row>("/api/employee", name), await admin.post("/api/employee", name)];
  const [{ id: employee_id = 0 } = {}] = await rowsOf(admin, "/api/employees?search=axel%20contract");
  const reset = await admin.post("/api/reset-employee-password", { employee_id });
  const gone = await admin.delete("/api/employee", { data: { employee_id } });

  expect(twice.map(({ status }) => status)).toEqual([200, 422]);
  expect([reset.status, gone.status]).toEqual([200, 200]);
  expect(await rowsOf(admin, "/api/employees?search=axel%20contract")).toEqual([]);
});

test("an earlier term is set and the current one again", async () => {
  const terms = await rowsOf(admin, "/api/term-history");
  const earlier = terms.find(({ id }) => id !== term)?.["id"];
  const current = async () => (await admin.get<Row>("/api/current-term")).data["id"];

  const refused = await admin.post("/api/backdate-term", { academic_term_id: 12 });
  const set = await admin.post("/api/backdate-term", { academic_term_id: earlier });
  const meanwhile = await current();
  const back = await admin.post("/api/backdate-term", { academic_term_id: term });

  expect([refused.status, set.status, back.status]).toEqual([404, 200, 200]);
  expect([meanwhile, await current()]).toEqual([earlier, term]);
});

/** A client with cookies of its own, which sends back the XSRF token as axios does in a browser. */
function client(): AxiosInstance {
  const cookies = new Map<string, string>();
  const caller = axios.create({ baseURL: origin, headers: { Origin: origin }, validateStatus: () => true });
  caller.interceptors.request.use((request) => {
    request.headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const token = cookies.get("XSRF-TOKEN");
    if (token !== undefined) request.headers.set("X-XSRF-TOKEN", token);
    return request;
  });
  caller.interceptors.response.use((response) => {
    for (const cookie of response.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  });
  return caller;
}

async function visiting(): Promise<AxiosInstance> {
  const caller = client();
  await caller.get("/sanctum/csrf-cookie");
  return caller;
}

async function signedIn(name: string): Promise<Caller> {
  const caller = await visiting();
  const { status, data } = await caller.post<{ employee: { id: number } }>("/api/employee-login", {
    name,
    password: DEMO_PASSWORD,
  });
  expect([name, status]).toEqual([name, 200]);
  return Object.assign(caller, { employeeId: data.employee.id });
}

async function rowsOf(caller: AxiosInstance, address: string): Promise<Row[]> {
  const { status, data } = await caller.get<Row[]>(address);
  expect([address, status]).toEqual([address, 200]);
  return data;
}
