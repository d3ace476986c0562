import { useOutletContext } from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { fillPhrase } from "#domain/phrases.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { CopyButton, OneTimePasswordCard, PrintPasswordLetters } from "#ui/list/password-letter.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { DeselectPeople } from "./reset-password-page.tsx";
import type { PeopleToReset, PasswordResetInput, PasswordResetView } from "./reset-password.server.ts";
import { resetCheckboxName } from "./reset.rules.ts";

type AskResetProps = {
  people: readonly PeopleToReset[];
  /** A value that identifies the form, so that the passwords are reset only once even if the form is sent twice. */
  once: string;
  closeTo: string;
};

/** Asks for confirmation, because the old passwords stop working at once. */
export function ConfirmPasswordResetDialog({ people, once, closeTo }: AskResetProps) {
  const [form, fields] = useActionForm<PasswordResetInput>("reset-passwords", { once });
  const [only, ...others] = people;
  const isOne = only !== undefined && others.length === 0;
  return (
    <Dialog closeTo={closeTo} title={isOne ? "Reset the password?" : `Reset ${people.length} passwords?`}>
      {isOne ? <AboutOne {...only} /> : <AboutSeveral people={people} />}
      <ActionForm
        form={form}
        preventScrollReset
        rejectedTitle={`${PEOPLE_MESSAGES.passwordNotReset}: 409 Conflict`}
        replace
        unansweredHint="Try again. Only the newest password works."
        unansweredTitle={`${PEOPLE_MESSAGES.passwordNotReset}: ${form.failure?.status}`}
      >
        <HiddenField field={fields.once} />
        {people.map(({ id, asOf }) => (
          <input key={id} name={resetCheckboxName(id)} type="hidden" value={asOf} />
        ))}
        <Foot>
          <DialogLink to={closeTo}>Cancel</DialogLink>
          <BusyButton busy="Resetting">{isOne ? "Reset" : `Reset ${people.length} passwords`}</BusyButton>
        </Foot>
      </ActionForm>
    </Dialog>
  );
}

function AboutOne(person: PeopleToReset) {
  const { name, userName, openSessions } = person;
  const signedOut =
    openSessions === 0 ? "" : `, and ${name} is signed out on ${formatCountOf(openSessions, "device")}`;
  return (
    <p className="-mt-2">
      <strong>{name}</strong> ({userName}) gets a new password. The old password stops working at once
      {signedOut}.
    </p>
  );
}

function AboutSeveral({ people }: Pick<AskResetProps, "people">) {
  return (
    <>
      <p className="-mt-2">
        The old passwords stop working at once, and these people are signed out on all devices. Each person
        gets a letter with a new password.
      </p>
      <ul className="border-y bg-paper px-4 py-2">
        {people.map(({ id, name, userName }) => (
          <li key={id}>
            {name} <span className="text-muted">{userName}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

type PasswordsShownProps = { reset: PasswordResetView; closeTo: string };

/** Shows the new passwords. Only this response contains them. */
export function NewPasswords(props: PasswordsShownProps) {
  const { people } = props.reset;
  const deselect = useOutletContext<DeselectPeople>();
  const [only, ...others] = people;

  useEffect(() => deselect(people.map(({ id }) => id)), [deselect, people]);

  if (only && others.length === 0) return <OneShown {...props} person={only} />;
  return <SeveralShown {...props} />;
}

function OneShown({
  reset,
  closeTo,
  person,
}: PasswordsShownProps & { person: PasswordResetView["people"][number] }) {
  const { ended, voidAfter, seal } = reset;
  return (
    <Dialog closeTo={closeTo} title={PEOPLE_MESSAGES.passwordReset}>
      <p className="-mt-2">
        Give <strong>{person.name}</strong> this password now.{" "}
        <strong>The password is shown only once.</strong>
      </p>
      <OneTimePasswordCard label="New password" password={person.password} userName={person.userName} />
      <div className="text-13 text-muted">
        <p>{fillPhrase("{name} will choose a new password at the next sign-in.", person)}</p>
        {ended > 0 ? (
          <p>
            {person.name} was signed out on {formatCountOf(ended, "device")}.
          </p>
        ) : null}
        <p>This password works until {voidAfter}.</p>
      </div>
      <Foot>
        <CopyButton text={person.password} />
        <PrintPasswordLetters action={PRINT_LETTERS} seal={seal}>
          Print letter
        </PrintPasswordLetters>
        <Ok closeTo={closeTo} />
      </Foot>
    </Dialog>
  );
}

function SeveralShown({ reset: { people, voidAfter, seal }, closeTo }: PasswordsShownProps) {
  return (
    <Dialog closeTo={closeTo} title={`${people.length} passwords reset`} width="record">
      <p className="-mt-2">
        Print the password letters now. <strong>The passwords are shown only once.</strong> They work until{" "}
        {voidAfter}, and each person will choose a new password at the next sign-in.
      </p>
      <div className="border-y bg-paper">
        <dl className="divide-y divide-line">
          {people.map(({ id, name, userName, password }) => (
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2" key={id}>
              <dt>
                {name} <span className="text-13 text-muted">{userName}</span>
              </dt>
              <dd className="font-bold" data-password="">
                {password}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <Foot>
        <PrintPasswordLetters action={PRINT_LETTERS} seal={seal}>
          Print letters
        </PrintPasswordLetters>
        <Ok closeTo={closeTo} />
      </Foot>
    </Dialog>
  );
}

const PRINT_LETTERS = `${PATHS.resetPassword}/slips`;

function Ok({ closeTo }: { closeTo: string }) {
  return (
    <DialogLink className="max-md:col-span-2 md:ml-auto" data-first-focus="" kind="primary" to={closeTo}>
      OK
    </DialogLink>
  );
}

function Foot({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-2 md:flex md:flex-wrap md:justify-end">{children}</div>;
}
