import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";

import { STANDARD_LEVELS } from "#domain/school/levels.ts";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { errorLinks, Field, FieldFrame } from "#ui/form/field.tsx";
import { SelectField } from "#ui/form/select-field.tsx";
import { CopyButton, PasswordSlip } from "#ui/list/password-slip.tsx";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";

import { Cover } from "../cover.tsx";
import { faultsOf, type FirstRunAnswer, type FirstRunField, type MadeSchool } from "./first-run.rules.ts";

type NewSchoolProps = { usual: { year: number; term: number }; answer: FirstRunAnswer | undefined };

/** The first page of a database without a school: makes it, and shows the first password once. */
export function FirstRunPage({ exists, usual, answer }: NewSchoolProps & { exists: boolean }) {
  const busy = useNavigation().state !== "idle";
  return (
    <Cover school={{ name: answer?.made?.schoolName ?? "Termbook" }}>
      {answer?.made ? (
        <SchoolMade {...answer.made} />
      ) : exists ? (
        <SchoolExists />
      ) : (
        <NewSchoolForm answer={answer} usual={usual} />
      )}
      <BusyOverlay label="The school is being made" shown={busy} />
    </Cover>
  );
}

const FLAVOURS = [
  { value: "primary", label: "Primary" },
  { value: "secondary", label: "Secondary" },
];
const TERMS = ["1", "2", "3"].map((value) => ({ value, label: `Term ${value}` }));

function NewSchoolForm({ usual, answer }: NewSchoolProps) {
  const { typed, errors } = answer ?? {};
  const of = (name: FirstRunField) => ({ name, error: errors?.[name], defaultValue: typed?.[name] });
  return (
    <Form className="flex flex-col gap-4" method="post" noValidate>
      <h1 className="text-18">Your school</h1>
      {errors ? <ErrorSummary errors={faultsOf(errors)} title="The school was not made" /> : null}
      <Field
        {...of("code")}
        autoComplete="off"
        autoFocus={!errors}
        hint="It stands where Termbook was started, below its address."
        label="Code"
        spellCheck={false}
      />
      <Field
        {...of("name")}
        autoComplete="off"
        hint="As it is printed on reports."
        label="Name of the school"
      />
      <SelectField {...of("flavour")} choices={FLAVOURS} label="Kind of school" prompt="Choose" />
      <Field {...of("address")} aside="optional" autoComplete="off" label="Address" />
      <Field {...of("motto")} aside="optional" autoComplete="off" label="Motto" />
      <Group title="The term it begins with">
        <div className="grid grid-cols-2 gap-3">
          <Field
            {...of("year")}
            defaultValue={typed?.year ?? String(usual.year)}
            inputMode="numeric"
            label="Year begins in"
          />
          <SelectField
            {...of("term")}
            choices={TERMS}
            defaultValue={typed?.term ?? String(usual.term)}
            label="Term"
          />
        </div>
        <p className="text-13 text-muted">
          Days left empty are those of the usual calendar. Settings changes them, and the public holidays, at
          any time.
        </p>
        <Field {...of("termStart")} aside="optional" label="First day" type="date" />
        <Field {...of("termEnd")} aside="optional" label="Last day" type="date" />
        <Field {...of("nextTermStart")} aside="optional" label="Next term begins" type="date" />
      </Group>
      <Group title="Levels and classes">
        <LevelsField error={errors?.levels} typed={typed?.levels} />
      </Group>
      <Field
        {...of("userName")}
        autoCapitalize="none"
        autoComplete="off"
        defaultValue={typed?.userName ?? "Admin"}
        hint="Who looks after Termbook signs in with it, and adds everybody else."
        label="User name of the administrator"
        spellCheck={false}
      />
      <Button className="min-h-11 w-full" kind="primary" type="submit">
        Make the school
      </Button>
    </Form>
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

function LevelsField({ error, typed }: { error: string | undefined; typed: string | undefined }) {
  const hint =
    "Left empty, the usual ones of the kind of school. A level a line: its name, a colon, its classes.";
  return (
    <>
      <FieldFrame aside="optional" error={error} hint={hint} id="levels" label="Levels">
        <textarea
          {...errorLinks("levels", { hint, error })}
          className="field-box"
          defaultValue={typed}
          id="levels"
          name="levels"
          rows={7}
          spellCheck={false}
        />
      </FieldFrame>
      <details className="text-13">
        <summary className="min-h-6 cursor-pointer text-red underline underline-offset-4">
          The usual ones
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

function SchoolMade({ schoolName, userName, password, voidAfter }: MadeSchool) {
  return (
    <div className="flex flex-col gap-4" role="status">
      <h1 className="text-18">{schoolName} is ready</h1>
      <p>
        Keep this password until you have signed in. <strong>It is shown only once.</strong>
      </p>
      <PasswordSlip label="First password" password={password} userName={userName} />
      <p className="text-13 text-muted">
        You choose your own at the first sign-in. It is void after {voidAfter}.
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={password} />
        <ButtonLink className="min-h-11 grow" kind="primary" reloadDocument to="/">
          Sign in
        </ButtonLink>
      </div>
    </div>
  );
}

function SchoolExists() {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-18">The school is there already</h1>
      <p>Who has lost its first password gets another at the terminal of the server.</p>
      <ButtonLink className="min-h-11" kind="primary" to="/">
        Sign in
      </ButtonLink>
    </div>
  );
}
