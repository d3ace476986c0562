import type { ReactNode } from "react";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { phraseFor } from "#domain/phrases.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { CopyButton, PasswordSlip, PrintSlips } from "#ui/list/password-slip.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { Resettable, ResetInput, ShownReset } from "./reset-password.server.ts";
import { sessionWords, tickName } from "./reset.rules.ts";

type AskResetProps = {
  people: readonly Resettable[];
  /** The value that makes the form reset only once when it is sent twice. */
  once: string;
  closeTo: string;
};

/** Asks first, because the old password stops working at once. */
export function AskReset({ people, once, closeTo }: AskResetProps) {
  const [form, fields] = useActionForm<ResetInput>("reset-passwords", { once });
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
        unansweredHint="Try again: only the password that is shown last counts."
        unansweredTitle={`${PEOPLE_MESSAGES.passwordNotReset}: ${form.failure?.status}`}
      >
        <HiddenField field={fields.once} />
        {people.map(({ id, asOf }) => (
          <input key={id} name={tickName(id)} type="hidden" value={asOf} />
        ))}
        <Foot>
          <DialogLink to={closeTo}>Cancel</DialogLink>
          <BusyButton busy="Resetting">{isOne ? "Reset" : `Reset ${people.length}`}</BusyButton>
        </Foot>
      </ActionForm>
    </Dialog>
  );
}

function AboutOne(person: Resettable) {
  const sessions = person.openSessions === 0 ? "" : ` and {his} ${sessionWords(person.openSessions)} end`;
  return (
    <p className="-mt-2">
      Of <strong>{person.name}</strong>, {person.userName}.{" "}
      {phraseFor(`{His} old one stops working at once${sessions}.`, person)}
    </p>
  );
}

function AboutSeveral({ people }: Pick<AskResetProps, "people">) {
  return (
    <>
      <p className="-mt-2">
        Their old ones stop working at once, and their open sessions end. Each gets a slip with a new one.
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

type PasswordsShownProps = { reset: ShownReset; closeTo: string };

/** Shows the new passwords, which only this answer has. */
export function PasswordsShown(props: PasswordsShownProps) {
  const [only, ...others] = props.reset.people;
  if (only && others.length === 0) return <OneShown {...props} person={only} />;
  return <SeveralShown {...props} />;
}

function OneShown({
  reset,
  closeTo,
  person,
}: PasswordsShownProps & { person: ShownReset["people"][number] }) {
  const { ended, voidAfter, seal } = reset;
  return (
    <Dialog closeTo={closeTo} title={PEOPLE_MESSAGES.passwordReset}>
      <p className="-mt-2">
        For <strong>{person.name}</strong>. {phraseFor("Give it to {him} now:", person)}{" "}
        <strong>it is shown only once.</strong>
      </p>
      <PasswordSlip label="New password" password={person.password} userName={person.userName} />
      <div className="text-13 text-muted">
        <p>{phraseFor("{He} chooses {his} own at the next sign-in.", person)}</p>
        {ended > 0 ? (
          <p>
            {phraseFor(`{His} ${sessionWords(ended)}`, person)} {ended === 1 ? "has" : "have"} ended.
          </p>
        ) : null}
        <p>Void after {voidAfter}.</p>
      </div>
      <Foot>
        <CopyButton text={person.password} />
        <PrintSlips action={SLIPS} seal={seal}>
          Print slip
        </PrintSlips>
        <Ok closeTo={closeTo} />
      </Foot>
    </Dialog>
  );
}

function SeveralShown({ reset: { people, voidAfter, seal }, closeTo }: PasswordsShownProps) {
  return (
    <Dialog closeTo={closeTo} title={`${people.length} passwords reset`} width="record">
      <p className="-mt-2">
        Print the slips now: <strong>they are shown only once.</strong> Each chooses a password of their own
        at the next sign-in. Void after {voidAfter}.
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
        <PrintSlips action={SLIPS} seal={seal}>
          Print slips
        </PrintSlips>
        <Ok closeTo={closeTo} />
      </Foot>
    </Dialog>
  );
}

const SLIPS = `${PATHS.resetPassword}/slips`;

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
