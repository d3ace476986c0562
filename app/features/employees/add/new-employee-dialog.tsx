import { Form } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { Field } from "#ui/form/field.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { MessagePlace } from "#ui/overlay/message-place.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import { ANOTHER, type EmployeeErrors, type TypedEmployee } from "./new-employee.rules.ts";
import { useProposedUserName } from "./use-proposed-user-name.ts";

type NewEmployeeDialogProps = {
  closeTo: string;
  /** By which a form that is sent twice adds one colleague. */
  once: string;
  typed: TypedEmployee | null;
  errors: EmployeeErrors | null;
  failed: Failed | null;
};

const FIELDS = ["firstName", "lastName", "gender", "userName", ANOTHER] as const;

/** First and last name, gender, and the user name that follows from them (A2). */
export function NewEmployeeDialog({ closeTo, once, typed, errors: sent, failed }: NewEmployeeDialogProps) {
  const { box, because, ask, forgetOld } = useProposedUserName(typed?.userName ?? "");
  const { missing, check } = useMissingNames(sent);
  const errors = missing ?? sent;
  const faults = FIELDS.flatMap((field) => {
    const message = errors?.[field];
    if (message === undefined) return [];
    return [{ field, message: field === ANOTHER ? message : `${LABELS[field]}: ${message}` }];
  });
  return (
    <Dialog closeTo={closeTo} title="New Employee">
      <MessagePlace className="message-on-top" />
      <Form
        className="flex flex-col gap-4"
        method="post"
        noValidate
        onBlur={ask}
        onSubmit={(event) => {
          if (check(event)) forgetOld(event);
        }}
        preventScrollReset
        replace
      >
        <AuthorField />
        <input name="once" type="hidden" value={once} />
        <NotAnswered failed={failed} title={PEOPLE_MESSAGES.notDone}>
          Nothing you typed is lost. Look whether the list has the employee, else try again.
        </NotAnswered>
        {faults.length > 0 ? (
          <ErrorSummary errors={faults} key={missing ? "missing" : "sent"} title={titleOf(errors)} />
        ) : null}
        <div className="grid gap-4 md:grid-cols-2">
          <NameField data-first-focus="" errors={errors} name="firstName" typed={typed} />
          <NameField errors={errors} name="lastName" typed={typed} />
          <GenderField chosen={typed?.gender ?? ""} error={errors?.gender} />
          <div>
            <Field
              autoCapitalize="none"
              autoComplete="off"
              box={box}
              defaultValue={typed?.userName}
              error={errors?.userName}
              label={LABELS.userName}
              name="userName"
              spellCheck={false}
            />
            <p className="mt-1 text-13 text-muted" role="status">
              {because ?? "Left empty, it is made from the name"}
            </p>
          </div>
        </div>
        {errors?.[ANOTHER] ? (
          <label className="flex min-h-9 items-center gap-3 touch:min-h-11">
            <input className="size-5 accent-red" id={ANOTHER} name={ANOTHER} type="checkbox" />
            This is somebody else of the same name
          </label>
        ) : null}
        <NoticeBox icon="key" tone="plain">
          May enter marks, edit term details and print reports.{" "}
          <span className="text-muted">An admin changes this under Access.</span>
        </NoticeBox>
        <div className="grid grid-cols-2 gap-2 md:flex md:justify-end">
          <DialogLink to={closeTo}>Cancel</DialogLink>
          <BusyButton busy="Adding">Add Employee</BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** Names that are empty as the form is sent: it stays, and no network is needed to say so. */
function useMissingNames(sent: EmployeeErrors | null) {
  const [missing, setMissing] = useState<{ errors: EmployeeErrors; sent: EmployeeErrors | null } | null>(
    null,
  );

  /** @returns whether the form goes out */
  function check(event: FormEvent<HTMLFormElement>): boolean {
    const form = new FormData(event.currentTarget);
    const empty = NAMES.filter((name) => String(form.get(name) ?? "").trim() === "");
    const errors = Object.fromEntries(empty.map((name) => [name, PEOPLE_MESSAGES.required]));
    setMissing(empty.length > 0 ? { errors, sent } : null);
    if (empty.length > 0) event.preventDefault();
    return empty.length === 0;
  }

  // An answer that came since says more.
  return { missing: missing?.sent === sent ? missing.errors : null, check };
}

const NAMES = ["firstName", "lastName"] as const;

const LABELS = { firstName: "First Name", lastName: "Last Name", gender: "Gender", userName: "User Name" };

function titleOf(errors: EmployeeErrors | null): string {
  const isMissing = Object.values(errors ?? {}).includes(PEOPLE_MESSAGES.required);
  return isMissing ? PEOPLE_MESSAGES.missingFields : "The employee was not added";
}

type NameFieldProps = Pick<NewEmployeeDialogProps, "typed" | "errors"> & {
  name: "firstName" | "lastName";
  "data-first-focus"?: string;
};

function NameField({ name, typed, errors, ...first }: NameFieldProps) {
  return (
    <Field
      {...first}
      aside="required"
      autoComplete="off"
      defaultValue={typed?.[name]}
      error={errors?.[name]}
      label={LABELS[name]}
      name={name}
      required
    />
  );
}

/** Two halves, the chosen one red; neither need be. */
function GenderField({ chosen, error }: { chosen: string; error: string | undefined }) {
  return (
    <fieldset id="gender" tabIndex={-1}>
      <legend className="mb-1 font-semibold">{LABELS.gender}</legend>
      <div className="grid grid-cols-2 divide-x divide-field overflow-hidden rounded border border-field bg-paper">
        {(["F", "M"] as const).map((gender) => (
          <label
            className="relative flex min-h-[38px] cursor-pointer items-center justify-center has-[:checked]:bg-red has-[:checked]:font-bold has-[:checked]:text-on-red has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-4 touch:min-h-11"
            key={gender}
          >
            <input
              className="absolute inset-0 cursor-pointer opacity-0"
              defaultChecked={chosen === gender}
              name="gender"
              type="radio"
              value={gender}
            />
            {gender}
          </label>
        ))}
      </div>
      {error ? <p className="mt-1 text-13 font-semibold text-refused">{error}</p> : null}
    </fieldset>
  );
}
