import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { PATHS } from "#domain/paths.ts";
import { STANDARD_LEVELS } from "#domain/school/levels.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { DateField } from "#ui/form/fields/date-field.tsx";
import { SelectField, TextArea, TextField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { useFormResult } from "#ui/form/form-result.ts";
import { CopyButton, OneTimePasswordCard } from "#ui/list/password-letter.tsx";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";
import { SignInCover } from "../cover.tsx";
import type { FirstRunInput, FirstRunView, CreatedSchoolAccount } from "./first-run.server.ts";

/** The first page of an installation without a school. It creates the school and shows the first password once. */
export function FirstRunPage({ exists, defaults }: FirstRunView) {
  const busy = useNavigation().state !== "idle";
  const made = useFormResult<CreatedSchoolAccount>();
  return (
    <SignInCover school={{ name: made?.schoolName ?? "Termbook" }}>
      {made ? <SchoolMade {...made} /> : exists ? <SchoolExists /> : <NewSchoolForm defaults={defaults} />}
      <BusyOverlay label="Creating the school" shown={busy} />
    </SignInCover>
  );
}

const FLAVOURS = [
  { value: "primary", label: "Primary" },
  { value: "secondary", label: "Secondary" },
];
const TERMS = ["1", "2", "3"].map((value) => ({ value, label: `Term ${value}` }));

function NewSchoolForm({ defaults }: Pick<FirstRunView, "defaults">) {
  const [form, fields] = useActionForm<FirstRunInput>("first-run", defaults);
  return (
    <ActionForm form={form} isOfVisitor rejectedTitle="The school was not created">
      <h1 className="text-18">Your school</h1>
      <TextField
        autoComplete="off"
        autoFocus={!form.reply}
        field={fields.code}
        hint="The code is shown below the address, in the window where Termbook was started."
        label="Code"
        spellCheck={false}
      />
      <TextField
        autoComplete="off"
        field={fields.name}
        hint="The name as it is printed on reports."
        label="Name of the school"
      />
      <SelectField choices={FLAVOURS} field={fields.flavour} label="Kind of school" prompt="Choose" />
      <TextField aside="optional" autoComplete="off" field={fields.address} label="Address" />
      <TextField aside="optional" autoComplete="off" field={fields.motto} label="Motto" />
      <Group title="The first term">
        <div className="grid grid-cols-2 gap-3">
          <TextField field={fields.year} inputMode="numeric" label="Year begins in" />
          <SelectField choices={TERMS} field={fields.term} label="Term" />
        </div>
        <p className="text-13 text-muted">
          Leave a day empty to use the usual calendar. You can change the days and the public holidays under
          Settings at any time.
        </p>
        <DateField aside="optional" field={fields.termStart} label="First day" />
        <DateField aside="optional" field={fields.termEnd} label="Last day" />
        <DateField aside="optional" field={fields.nextTermStart} label="Next term begins" />
      </Group>
      <Group title="Levels and classes">
        <LevelsField field={fields.levels} />
      </Group>
      <TextField
        autoCapitalize="none"
        autoComplete="off"
        field={fields.userName}
        hint="The person who looks after Termbook signs in with this name and adds everybody else."
        label="Username of the administrator"
        spellCheck={false}
      />
      <Button className="min-h-11 w-full" kind="primary">
        Create the school
      </Button>
    </ActionForm>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 border-t pt-3">
      <h2 className="text-15 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function LevelsField({ field }: { field: ActionFormField }) {
  return (
    <>
      <TextArea
        aside="optional"
        field={field}
        hint="Leave this empty to use the usual levels. Write one level on each line: the name, a colon, then the classes."
        label="Levels"
        rows={7}
        spellCheck={false}
      />
      <details className="text-13">
        <summary className="min-h-6 cursor-pointer text-red underline underline-offset-4">
          See the usual levels
        </summary>
        {FLAVOURS.map(({ value, label }) => (
          <div className="mt-2" key={value}>
            <p className="font-semibold">{label}</p>
            <p className="whitespace-pre-line text-muted">
              {STANDARD_LEVELS[value as keyof typeof STANDARD_LEVELS]}
            </p>
          </div>
        ))}
      </details>
    </>
  );
}

function SchoolMade({ schoolName, userName, password, voidAfter }: CreatedSchoolAccount) {
  return (
    <div className="flex flex-col gap-4" role="status">
      <h1 className="text-18">{schoolName} is ready</h1>
      <p>
        Keep this password until you have signed in. <strong>The password is shown only once.</strong>
      </p>
      <OneTimePasswordCard label="First password" password={password} userName={userName} />
      <p className="text-13 text-muted">
        You will choose a new password when you first sign in. This password works until {voidAfter}.
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={password} />
        <ButtonLink className="min-h-11 grow" kind="primary" reloadDocument to="/">
          Sign in
        </ButtonLink>
      </div>
      <div className="flex flex-col gap-2 border-t pt-3">
        <h2 className="text-15 font-semibold">Data from spreadsheets or another system</h2>
        <p className="text-13 text-muted">
          One workbook can hold subjects, employees, classes, students, lessons and marks. Termbook checks
          every row before anything is saved.
        </p>
        <ButtonLink className="min-h-11" reloadDocument to={`${PATHS.schoolImports}/workbook`}>
          Sign in and import a school
        </ButtonLink>
      </div>
    </div>
  );
}

function SchoolExists() {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-18">The school has already been created</h1>
      <p>
        If the first password is lost, create a new one on the server with{" "}
        <code className="font-mono text-13">npm run school -- password USERNAME</code>.
      </p>
      <ButtonLink className="min-h-11" kind="primary" to="/">
        Sign in
      </ButtonLink>
    </div>
  );
}
