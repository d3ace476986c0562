import { Link } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import {
  PERMISSION_GROUPS,
  ADMIN_PERMISSION_ID,
  PERMISSION_IDS,
  type PermissionId,
} from "#domain/people/access.ts";
import type { RecordUrls } from "#domain/people/record-params.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { fieldControlProps, HiddenField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { PersonAvatar } from "#ui/list/person-circle.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { EmployeeRecordSubtitle, DocumentsLink, EmployeeRecordTabs } from "../profile-dialog.tsx";
import type { EmployeeAccessInput, EmployeeAccessView, EmployeeAccountView } from "./access.server.ts";

type AccessDialogProps = { access: EmployeeAccessView; params: RecordUrls; closeTo: string };

const FORM = "access";

/** Shows an account's permissions, its open sessions and the history of its access. */
export function EmployeeAccessDialog({ access: { head, account }, params, closeTo }: AccessDialogProps) {
  const held = account?.held ?? [];
  const [form, fields] = useActionForm<EmployeeAccessInput>(FORM, defaultsFor(held));
  const changes = PERMISSION_IDS.filter(
    (id) => isTicked(fields[`permission_${id}`]) !== held.includes(id),
  ).length;
  return (
    <RecordDialog
      about={<EmployeeRecordSubtitle head={head} params={params} />}
      aside={<DocumentsLink isOpen={false} params={params} />}
      backLabel="Employees"
      closeTo={closeTo}
      foot={
        <>
          <p aria-live="polite" className="mr-auto text-13">
            {changes > 0 ? (
              <SaveStatus kind="typing">
                {changes === 1 ? "1 change not saved yet" : `${changes} changes not saved yet`}
              </SaveStatus>
            ) : null}
          </p>
          <DialogLink className="max-md:hidden" to={closeTo}>
            Close
          </DialogLink>
          {account ? (
            <Button className="max-md:grow" form={FORM} kind="primary">
              Update Information
            </Button>
          ) : null}
        </>
      }
      picture={<PersonAvatar initials={head.initials} size={64} src={head.picture} />}
      tabs={<EmployeeRecordTabs head={head} params={params} />}
      title={head.name}
      width="profile"
    >
      {account ? (
        <div className="grid gap-6 xl:min-h-full xl:grid-cols-[minmax(0,1fr)_340px]">
          <ActionForm
            className="min-w-0 gap-0"
            form={form}
            preventScrollReset
            rejectedTitle="The access was not changed"
            unansweredHint="Your choices have been kept. Try again."
            unansweredTitle={MESSAGES.profileNotSaved}
          >
            <input name="was" type="hidden" value={held.join(" ")} />
            <Boxes account={account} fields={fields} />
          </ActionForm>
          <div className="min-w-0 xl:border-l xl:border-rule xl:pl-6">
            <AccessSide account={account} />
          </div>
        </div>
      ) : (
        <p className="text-muted">This employee has no account, so there is no access to change.</p>
      )}
    </RecordDialog>
  );
}

function defaultsFor(held: readonly number[]): EmployeeAccessInput {
  return Object.fromEntries(held.map((id) => [`permission_${id}`, true]));
}

function isTicked({ value }: ActionFormField): boolean {
  return value === "on";
}

type BoxesProps = {
  account: EmployeeAccountView;
  fields: Record<`permission_${PermissionId}`, ActionFormField>;
};

function Boxes({ account, fields }: BoxesProps) {
  const { held, administrators, isLastAdministrator, password, resetTo } = account;
  const who =
    administrators.length === 1
      ? `Only ${administrators[0]} has this access now`
      : `${new Intl.ListFormat("en-GB").format(administrators)} have this access now`;
  return (
    <>
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {PERMISSION_GROUPS.map(({ title, permissions }) => (
          <fieldset className="min-w-0 md:last:col-span-2" key={title}>
            <legend className="w-full border-b border-line-2 pb-1 text-13 text-muted">{title}</legend>
            <div className={permissions.length > 3 ? "grid gap-x-8 md:grid-cols-2" : undefined}>
              {permissions.map((permission) => (
                <AccessRow
                  field={fields[`permission_${permission.id}`]}
                  isHeld={held.includes(permission.id)}
                  isLocked={permission.id === ADMIN_PERMISSION_ID && isLastAdministrator}
                  key={permission.id}
                  permission={permission}
                  who={permission.id === ADMIN_PERMISSION_ID ? who : null}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <p className="mt-4 text-13 text-muted">
        Changes apply the next time the person opens a page. They stay signed in.
      </p>
      <p className="mt-3 flex min-h-12 flex-wrap items-center gap-x-4 border-y border-line py-2">
        <span className="text-muted">Password</span>
        <span className="min-w-0 grow">{password}</span>
        {resetTo ? (
          <Link className="inline-flex min-h-6 items-center touch:min-h-11" to={resetTo}>
            Reset Password
          </Link>
        ) : null}
      </p>
    </>
  );
}

type AccessRowProps = {
  field: ActionFormField;
  permission: { name: string; opens: string };
  isHeld: boolean;
  /** Whether the checkbox is disabled because the school would otherwise have no administrator. */
  isLocked: boolean;
  /** The names of the people who have the permission. */
  who: string | null;
};

/** A permission with its checkbox, highlighted until a change is saved. */
function AccessRow({ field, permission: { name, opens }, isHeld, isLocked, who }: AccessRowProps) {
  const { id, name: fieldName, defaultValue } = fieldControlProps(field);
  const ticked = isTicked(field);
  const box = useBoxTickedBeforeScript(ticked);
  const isChanged = ticked !== isHeld;
  return (
    <label
      className={joinClassNames(
        "flex min-h-12 cursor-pointer items-start gap-3 border-b py-2",
        isChanged ? "border-red bg-lit px-2" : "border-line",
        isLocked && "cursor-default",
      )}
    >
      {isLocked ? <input name={fieldName} type="hidden" value="on" /> : null}
      <input
        className="mt-0.5 size-5 shrink-0 accent-red"
        defaultChecked={defaultValue === "on"}
        disabled={isLocked}
        id={id}
        key={field.key}
        name={isLocked ? undefined : fieldName}
        ref={box}
        type="checkbox"
      />
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{name}</span>
        <span className="block text-13 text-muted">
          {opens}
          {who ? `. ${who}` : ""}
          {isLocked ? ". Make somebody else an administrator first" : ""}
        </span>
      </span>
      {isChanged ? <SaveStatus kind="typing">{isHeld ? "Was on" : "Was off"}</SaveStatus> : null}
    </label>
  );
}

/** Tells the form about a checkbox that the person changed before JavaScript loaded. */
function useBoxTickedBeforeScript(isTicked: boolean) {
  const box = useRef<HTMLInputElement>(null);
  const served = useRef(isTicked);

  useEffect(() => {
    if (box.current && box.current.checked !== served.current)
      box.current.dispatchEvent(new Event("input", { bubbles: true }));
  }, []);

  return box;
}

function AccessSide({ account: { sessions, changes } }: { account: EmployeeAccountView }) {
  return (
    <div className="grid gap-6">
      <section aria-labelledby="sessions-title">
        <div className="flex items-baseline justify-between border-b border-line-2 pb-2">
          <Title id="sessions-title">Signed in</Title>
          <span className="text-13 text-muted">{formatCountOf(sessions.length, "device")}</span>
        </div>
        {sessions.length === 0 ? <p className="py-3 text-muted">This person is not signed in.</p> : null}
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <Session key={session.id} {...session} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="changes-title">
        <div className="border-b border-line-2 pb-2">
          <Title id="changes-title">Changes to access</Title>
        </div>
        {changes.length === 0 ? <p className="py-3 text-muted">No changes yet.</p> : null}
        <ul className="divide-y divide-line">
          {changes.map(({ what, done, by }, index) => (
            <li className="py-2" key={`${by} ${done} ${index}`}>
              {what} <strong>{done}</strong>
              <span className="block text-13 text-muted">{by}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Title({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h3 className="font-serif text-18 font-bold" id={id}>
      {children}
    </h3>
  );
}

function Session({ id, device, lastSeen }: EmployeeAccountView["sessions"][number]) {
  const [form, fields] = useActionForm<EmployeeAccessInput>(`end-session-${id}`, { sessionId: id });
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="font-semibold">{device}</span>
        <span className="block text-13 text-muted">Last seen {lastSeen}</span>
      </span>
      <ActionForm form={form} preventScrollReset rejectedTitle="This device was not signed out">
        <HiddenField field={fields.sessionId} />
        <Button aria-label={`Sign out on ${device}`} name="intent" value="end-session">
          Sign out
        </Button>
      </ActionForm>
    </li>
  );
}
