import { termTransaction } from "#db/term-transaction.ts";
import { expect, test } from "vitest";
import { readPostedForm } from "#access/posted-form.server.ts";
import type { Person } from "#domain/person.ts";
import { tickBoxField, lookUpField } from "#fields/choices.ts";
import { createBlankValues, mapFieldsByName } from "#fields/record.ts";
import { dayField, emailField, phoneField, textField } from "#fields/texts.ts";
import type { FieldValues } from "#fields/value.ts";
import type { LoadedRow } from "#saving/protocol/protocol.ts";
import { toValuePart } from "#saving/screen/conflicts.rules.ts";
import { FieldControl, FieldStatus } from "#saving/screen/field/field-status.tsx";
import { RowProvider, useFieldController } from "#saving/screen/field/row-context.ts";
import { FieldController } from "#saving/screen/field-controller.ts";
import { RowsSummary } from "#saving/screen/rows-summary.tsx";
import { SavingProvider, useSavingScreen } from "#saving/screen/saving-screen.tsx";
import { parsePostedRecord } from "#saving/server/posted-rows.server.ts";
import { savePostedForm } from "#saving/server/save-form.server.ts";
import type { SaveDefinition } from "#saving/server/saved-screen.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createAdmin } from "#tests/support/builders/people.ts";
import { createSchool } from "#tests/support/builders/school.ts";
import { renderPage } from "#tests/ui/render.tsx";

/** A record as a future screen would define it: its fields are defined here, and nowhere else. */
const STUDENT = mapFieldsByName([
  { name: "last_name", title: "Last Name", kind: textField({ longest: 60 }) },
  { name: "phone", title: "Phone", kind: phoneField },
  { name: "email", title: "E-mail", kind: emailField },
  { name: "born", title: "Date of Birth", kind: dayField({ from: "1950-01-01", to: "2026-11-20" }) },
  {
    name: "house",
    title: "House",
    kind: lookUpField(
      new Map([
        [3, "Ibis"],
        [4, "Poui"],
      ]),
      "no such house",
    ),
  },
  { name: "repeater", title: "Repeater", kind: tickBoxField },
]);

const STORED: FieldValues = {
  last_name: "Ali",
  phone: "5550127",
  email: "r.ali@moe.gov.tt",
  born: "2016-02-29",
  house: 3,
  repeater: "Yes",
};

await freshDatabase();
await createSchool();
const { person } = await createAdmin();

test("the form of a record posts what is stored, and nothing is changed by sending it", async () => {
  const record = storedRecord(STORED);

  const posted = postedBy(await renderPage(<StudentForm values={STORED} />));
  const saved = await record.save(posted);

  expect(posted).toEqual({ ...STORED, house: "3", born: "29 Feb 2016", "shown.repeater": "" });
  expect(saved).toEqual({ status: 200, outcomes: {} });
  expect(record.values()).toEqual(STORED);
});

test("each field is read as its kind reads it, and a box that is not ticked is taken back", async () => {
  const record = storedRecord(STORED);
  const posted = postedBy(await renderPage(<StudentForm values={STORED} />));
  const { repeater: _unticked, ...others } = posted;
  const changed = { ...others, house: "4", phone: "", born: "2016-03-01" };

  const saved = await record.save(changed);

  expect(saved.outcomes).toEqual({ "1": { state: "saved" } });
  expect(record.values()).toEqual({ ...STORED, house: 4, phone: null, born: "2016-03-01", repeater: null });
});

test("a box that is not ticked is not posted, and the field before it says that it was there", async () => {
  const html = await renderPage(<StudentForm values={{ ...STORED, repeater: null }} />);

  expect(postedBy(html)).toMatchObject({ "shown.repeater": "" });
  expect(postedBy(html)).not.toHaveProperty("repeater");
});

test("what was refused or changed meanwhile is said by its label, not by its id", async () => {
  const fields = [
    { field: "house", from: 3, to: 4 },
    { field: "born", from: "2016-02-29", to: "2016-03-01" },
    { field: "repeater", from: "Yes", to: null },
  ];
  const typed = { house: null, born: "2016-01-01", repeater: "Yes" };
  const outcome = {
    state: "changed",
    by: "C. Pierre",
    at: "2026-06-26T14:00:00.000Z",
    fields,
    typed,
    base: 1,
  } as const;
  const theirs = { ...STORED, house: 4, born: "2016-03-01", repeater: null };

  const html = await renderPage(<StudentForm outcome={outcome} values={theirs} />);

  expect(html).toContain("from Ibis to Poui");
  expect(html).toContain("from 29 Feb 2016 to 1 Mar 2016");
  expect(html).toContain("from Yes to No");
  expect(html).toContain("blank, 1 Jan 2016, Yes: changed by C. Pierre while you had this page open");
});

type FormProps = { values: FieldValues; outcome?: LoadedRow["outcome"] };

function StudentForm({ values, outcome }: FormProps) {
  const rows = [{ row: "1", version: 2, values, outcome, name: "Rayhaan Ali" }];
  const { screen, words } = useSavingScreen({
    target: {
      saveUrl: "/app/students/1/save",
      account: 1,
      rows,
      receipt: { total: 1 },
      rules: { normalise: (each) => each, countedAs: () => "saved" },
    },
    timeZone: "America/Port_of_Spain",
    wordsOf: () => "",
  });
  const { controller, note } = useFieldController(
    { screen, row: "1", fields: STUDENT },
    (parts) => new FieldController({ ...parts, atomicGroups: [], root: () => null, focusNext: () => false }),
  );
  const parts = [...STUDENT.values()].map(toValuePart);
  const historyUrl = (field: string) => `/app/students/1/history/${field}`;
  return (
    <SavingProvider screen={screen} words={words}>
      <RowProvider value={{ row: "1", fields: STUDENT, parts, controller, note, historyUrl }}>
        <RowsSummary fields={STUDENT} leaveTo={null} rows={rows} />
        <form method="post" {...controller.events}>
          {[...STUDENT.keys()].map((field) => (
            <div key={field}>
              <FieldControl className="field-box" field={field} />
              <FieldStatus field={field} />
            </div>
          ))}
        </form>
      </RowProvider>
    </SavingProvider>
  );
}

/** Lists what a browser posts from the form as it was served. */
function postedBy(html: string): Record<string, string> {
  const [form = ""] = /<form.*<\/form>/s.exec(html) ?? [];
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => tag);
  const sent = inputs.filter((tag) => !tag.includes('type="checkbox"') || tag.includes('checked=""'));
  const lists = [...form.matchAll(/<select[^>]* name="([^"]+)".*?<option[^>]*value="(\d*)" selected=""/gs)];
  const typed = sent.map((tag) => [attribute(tag, "name"), attribute(tag, "value")] as const);
  const chosen = lists.map(([, name = "", value = ""]) => [name, value] as const);
  return Object.fromEntries([...typed, ...chosen]);
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}

/** Creates a record that is stored in memory, and saved as every screen is. */
function storedRecord(first: FieldValues) {
  let row = { version: 2, values: first };
  const screen: SaveDefinition<null, null, typeof row> = {
    begin: termTransaction,
    find: async () => null,
    closed: () => null,
    fields: () => STUDENT,
    atomicGroups: () => [],
    lock: async () => undefined,
    read: async () => new Map([["1", row]]),
    valuesOf: (_target, { values }) => ({ ...createBlankValues(STUDENT), ...values }),
    history: async () => [],
    rules: () => ({ normalise: (values) => values, countedAs: () => "saved" }),
    refusal: () => null,
    store: async (_target, writes) => {
      for (const { values } of writes) row = { version: row.version + 1, values };
    },
    words: { notFound: "", noRow: "", noField: "a student has no such field" },
  };

  async function save(posted: Record<string, string>): ReturnType<typeof savePostedForm> {
    const request = new Request("http://school.test/app/students/1", {
      method: "POST",
      body: new URLSearchParams({ base: "2", ...posted }),
    });
    const row = parsePostedRecord("1", await readPostedForm(request), STUDENT.keys());
    return savePostedForm(screen, { person: person as Person, key: null }, row ? [row] : []);
  }

  return { save, values: () => row.values };
}
