import { useFetcher } from "@remix-run/react";
import { expect, test } from "vitest";
import type { FormReply } from "#domain/form-reply.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { DateField } from "#ui/form/fields/date-field.tsx";
import { Checkbox, ChoiceField, SelectField, TextArea, TextField } from "#ui/form/fields/fields.tsx";
import { renderPage } from "#tests/ui/render.tsx";

type Input = {
  title: string;
  from: string;
  about?: string;
  size: string;
  kind: string;
  isOpen?: boolean;
  version: string;
};

const CHOICES = [
  { value: "s", label: "Small" },
  { value: "l", label: "Large" },
];

function Page({ withFetcher = false }: { withFetcher?: boolean }) {
  const fetcher = useFetcher();
  const defaults = { title: "Divali", from: "8 Nov 2026", isOpen: true, version: 6 };
  const [form, fields] = useActionForm<Input>("change-it", defaults, withFetcher ? fetcher : undefined);
  return (
    <ActionForm form={form} labels={{ kind: "Kind" }} rejectedTitle="It was not changed">
      <TextField field={fields.title} label="Title" maxLength={10} />
      <DateField field={fields.from} label="First day" />
      <TextArea field={fields.about} label="About" />
      <SelectField choices={CHOICES} field={fields.size} label="Size" />
      <ChoiceField choices={CHOICES} field={fields.kind} label="Kind" />
      <Checkbox field={fields.isOpen} label="Open" />
    </ActionForm>
  );
}

const REJECTED: FormReply = {
  formId: "change-it",
  status: "error",
  initialValue: { title: "Divali and more", from: "soon", kind: "l", version: "7" },
  error: { "": ["Not now."], title: ["At most 10 characters fit."], kind: ["Choose another kind."] },
};

test("a form starts from its defaults, with its id, version and author", async () => {
  const html = await renderPage(<Page />);

  expect(html).toContain('<input name="formId" type="hidden" value="change-it"/>');
  expect(html).toContain('<input name="version" type="hidden" value="6"/>');
  expect(html).toContain('name="author"');
  expect(valueOf(html, "title")).toBe("Divali");
  expect(html).toContain("Sunday 8 November 2026");
  expect(html).toMatch(/<input[^>]*type="checkbox"[^>]*checked=""/);
  expect(html).not.toContain("maxLength");
  expect(html).not.toContain('role="alert"');
});

test.each([{ withFetcher: false }, { withFetcher: true }])(
  "without script a rejected form comes back with its errors and what was typed: %j",
  async ({ withFetcher }) => {
    const html = await renderPage(<Page withFetcher={withFetcher} />, "/", REJECTED);

    expect(html).toMatch(/role="alert".*It was not changed.*Not now\./s);
    expect(html).toContain('href="#change-it-title"');
    expect(html).toContain("Kind: Choose another kind.");
    expect(html).toMatch(/<input[^>]*aria-describedby="change-it-title-error"[^>]*aria-invalid="true"/);
    expect(valueOf(html, "title")).toBe("Divali and more");
    expect(valueOf(html, "from")).toBe("soon");
    expect(html).toContain("15 of 10");
    expect(html).toContain('<input name="version" type="hidden" value="7"/>');
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="l"/);
    expect(html).not.toMatch(/<input[^>]*type="checkbox"[^>]*checked=""/);
  },
);

test("the reply to another form of the page says nothing in this one", async () => {
  const html = await renderPage(<Page />, "/", { ...REJECTED, formId: "another" });

  expect(html).not.toContain('role="alert"');
  expect(valueOf(html, "title")).toBe("Divali");
});

function valueOf(html: string, name: string): string | undefined {
  const [input = ""] = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html) ?? [];
  return /value="([^"]*)"/.exec(input)?.[1];
}
