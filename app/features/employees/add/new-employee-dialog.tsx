import { useRef, useState, type FocusEvent, type FormEvent } from "react";
import { PATHS, withQuery } from "#domain/paths.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { fillPhrase } from "#domain/phrases.ts";
import { useLookUp } from "#saving/client/use-look-up.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { SegmentedControl } from "#ui/form/choice/segments.tsx";
import { fieldControlProps, Checkbox, HiddenField, TextField } from "#ui/form/fields/fields.tsx";
import { useFormResult } from "#ui/form/form-result.ts";
import { CopyButton, OneTimePasswordCard, PrintPasswordLetters } from "#ui/list/password-letter.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons, DialogLink } from "#ui/overlay/dialog-link.tsx";
import { showMessage } from "#ui/overlay/messages.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import type { FirstPasswordView, NewEmployeeInput, ProposedUserName } from "./new-employee.server.ts";

type NewEmployeeDialogProps = { once: string; closeTo: string; againTo: string };

const LABELS = { firstName: "First Name", lastName: "Last Name", gender: "Gender", userName: "User Name" };

const GENDERS = [
  { value: "F", label: "F" },
  { value: "M", label: "M" },
];

/** Shows the form, or the first password of the employee whom the form added. */
export function NewEmployeeDialog({ once, closeTo, againTo }: NewEmployeeDialogProps) {
  const added = useFormResult<FirstPasswordView>();
  if (added) return <FirstPasswordDialog added={added} againTo={againTo} closeTo={closeTo} />;
  return <NewEmployee closeTo={closeTo} once={once} />;
}

function NewEmployee({ closeTo, once }: Omit<NewEmployeeDialogProps, "againTo">) {
  const [form, fields] = useActionForm<NewEmployeeInput>(
    "new-employee",
    { once },
    undefined,
    PEOPLE_MESSAGES.required,
  );
  const { box, because, propose, forgetOld } = useProposedUserName();
  const { defaultValue: gender = "", ...genderField } = fieldControlProps(fields.gender);
  return (
    <Dialog closeTo={closeTo} title="New Employee">
      <ActionForm
        form={form}
        labels={LABELS}
        onBlur={propose}
        onInput={forgetOld}
        preventScrollReset
        rejectedTitle="The employee was not added"
        replace
        unansweredHint="Nothing you typed is lost. Check the list: if the employee is not there, try again."
        unansweredTitle={PEOPLE_MESSAGES.notDone}
      >
        <HiddenField field={fields.once} />
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            aside="required"
            autoComplete="off"
            data-first-focus=""
            field={fields.firstName}
            label={LABELS.firstName}
            required
          />
          <TextField
            aside="required"
            autoComplete="off"
            field={fields.lastName}
            label={LABELS.lastName}
            required
          />
          <SegmentedControl {...genderField} choices={GENDERS} chosen={gender} label={LABELS.gender} />
          <div>
            <TextField
              autoCapitalize="none"
              autoComplete="off"
              box={box}
              field={fields.userName}
              label={LABELS.userName}
              spellCheck={false}
            />
            <p className="mt-1 text-13 text-muted" role="status">
              {because ?? "If you leave this empty, Termbook makes a username from the name"}
            </p>
          </div>
        </div>
        {(fields.another.errors ?? fields.another.value) ? (
          <Checkbox field={fields.another} label="This is a different person with the same name" />
        ) : null}
        <NoticeBox icon="key" tone="plain">
          The new employee can enter marks, edit term details and print reports.{" "}
          <span className="text-muted">An administrator can change this under Access.</span>
        </NoticeBox>
        <DialogButtons closeTo={closeTo}>
          <BusyButton busy="Adding">Add Employee</BusyButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}

/** Suggests a user name while a name is typed. Without JavaScript, the server chooses one. */
function useProposedUserName() {
  const box = useRef<HTMLInputElement>(null);
  const latestUrl = useRef("");
  const proposed = useRef({ query: "", userName: "" });
  const [because, setBecause] = useState<string | null>(null);
  const lookUp = useLookUp<{ proposal: ProposedUserName | null }>(({ proposal }) => {
    setBecause(proposal?.because ?? null);
    const field = box.current;
    if (!field?.form || !proposal || field.value !== proposed.current.userName) return;
    if (latestUrl.current !== proposalUrl(field.form)) return;
    proposed.current = { query: latestUrl.current, userName: proposal.userName };
    field.value = proposal.userName;
    // Selects the suggestion, so that typing or pasting into the focused field replaces it.
    if (field === document.activeElement) field.select();
  });

  function propose({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement) || !["firstName", "lastName"].includes(target.name)) return;
    if (String(new FormData(currentTarget).get("lastName")).trim() === "") return;
    latestUrl.current = proposalUrl(currentTarget);
    void lookUp(latestUrl.current);
  }

  /** Clears an outdated suggestion, because the form may be sent before the next suggestion arrives. */
  function forgetOld({ currentTarget }: FormEvent<HTMLFormElement>) {
    const { query, userName } = proposed.current;
    if (box.current?.value !== userName || query === proposalUrl(currentTarget)) return;
    box.current.value = "";
    proposed.current = { query: "", userName: "" };
  }

  return { box, because, propose, forgetOld };
}

function proposalUrl(form: HTMLFormElement): string {
  const typed = new FormData(form);
  const [first, last] = [String(typed.get("firstName")), String(typed.get("lastName"))];
  return withQuery(`${PATHS.employees}/user-name`, { first, last });
}

type FirstPasswordDialogProps = Omit<NewEmployeeDialogProps, "once"> & { added: FirstPasswordView };

/** Shows the first password. Only the response that created the password contains it. */
function FirstPasswordDialog({ added, closeTo, againTo }: FirstPasswordDialogProps) {
  const tellAdded = () => showMessage({ text: `${added.name} added`, tone: "done", seconds: 3 });
  const { name, userName, password, voidAfter, seal } = added;
  return (
    <Dialog closeTo={closeTo} title={`${name} added`}>
      <p className="-mt-2">
        {fillPhrase("Give {him} this password now.", added)} <strong>The password is shown only once.</strong>
      </p>
      <OneTimePasswordCard label="First password" password={password} userName={userName} />
      <div className="text-13 text-muted">
        <p>{fillPhrase("{name} will choose a new password at the first sign-in.", added)}</p>
        <p>This password works until {voidAfter}. To create another password, use Reset Password.</p>
      </div>
      <div className="grid grid-cols-2 gap-2 md:flex md:justify-end md:[&_.button]:px-3">
        <CopyButton text={password} />
        <PrintPasswordLetters action={`${PATHS.employees}/slips`} seal={seal}>
          Print letter
        </PrintPasswordLetters>
        <DialogLink className="whitespace-nowrap md:ml-auto" onClick={tellAdded} to={againTo}>
          Add another
        </DialogLink>
        <DialogLink data-first-focus="" kind="primary" onClick={tellAdded} to={closeTo}>
          Done
        </DialogLink>
      </div>
    </Dialog>
  );
}
