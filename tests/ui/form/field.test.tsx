import { expect, test } from "vitest";
import { LabelledTextField, errorDescriptionProps } from "#ui/form/field.tsx";
import { PasswordField } from "#ui/form/password/password-field.tsx";
import { LabelledSelectField } from "#ui/form/select-field.tsx";
import { renderPage } from "../render.tsx";

test.each([
  [{}, { "aria-describedby": undefined, "aria-invalid": undefined }],
  [{ hint: "7 digits" }, { "aria-describedby": "phone-hint", "aria-invalid": undefined }],
  [{ error: "7 Digits Needed" }, { "aria-describedby": "phone-error", "aria-invalid": true }],
  [
    { hint: "7 digits", error: "7 Digits Needed" },
    { "aria-describedby": "phone-hint phone-error", "aria-invalid": true },
  ],
])("a field with %o is described by it", (texts, expected) => {
  const links = errorDescriptionProps("phone", texts);

  expect(links).toEqual(expected);
});

test("a refused field keeps what was typed and says why beside it", async () => {
  const field = (
    <LabelledTextField defaultValue="55501" error="7 Digits Needed" label="Phone (Mobile)" name="phone" />
  );

  const html = await renderPage(field);

  expect(html).toContain('<label class="font-semibold" for="phone">Phone (Mobile)</label>');
  expect(html).toMatch(/<input[^>]* id="phone"[^>]* value="55501"/);
  expect(html).toContain('aria-describedby="phone-error"');
  expect(html).toMatch(/id="phone-error">.*7 Digits Needed/);
});

test.each([
  ["Divali 🪔", true],
  ["Divali", false],
])("a field with %s names what documents cannot print: %s", async (defaultValue, isNamed) => {
  const html = await renderPage(
    <LabelledTextField defaultValue={defaultValue} label="Holiday" name="title" />,
  );

  expect(html.includes("Documents cannot print 🪔")).toBe(isNamed);
});

test("a select offers its prompt first and holds its choice", async () => {
  const choices = [
    { value: "4", label: "Std 4" },
    { value: "5", label: "Std 5" },
  ];

  const html = await renderPage(
    <LabelledSelectField
      choices={choices}
      defaultValue="5"
      label="Class"
      name="class"
      prompt="Choose a class"
    />,
  );

  expect(html).toContain('<option value="">Choose a class</option>');
  expect(html).toContain('<option value="5" selected="">Std 5</option>');
});

test("a password has no Show button before script can make it work", async () => {
  const field = <PasswordField autoComplete="current-password" label="Password" name="password" />;

  const html = await renderPage(field);

  expect(html).toContain('type="password"');
  expect(html).not.toContain("<button");
});
