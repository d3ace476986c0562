import { Form, Link } from "@remix-run/react";
import { useState } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { ACCESS_GROUPS, ADMINISTRATOR } from "#domain/people/access.ts";
import type { RecordPlace } from "#domain/people/record-place.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { PersonCircle } from "#ui/list/person-circle.tsx";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";

import { About, DocumentsLink, ProfileTabs } from "../profile-dialog.tsx";
import type { AccessRefused, AccountAccess, ProfileAccess } from "./access.ts";
import { AccessRow } from "./access-row.tsx";
import { AccessSide } from "./access-side.tsx";

type AccessDialogProps = {
  access: ProfileAccess;
  refused: AccessRefused | null;
  failed: Failed | null;
  place: RecordPlace;
  closeTo: string;
};

const FORM_ID = "access";

/** What an account may do, in named boxes; beside it where it is open, and who changed what (people.md, Access). */
export function AccessDialog({ access: { head, account }, place, closeTo, ...came }: AccessDialogProps) {
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  const onChange = (id: number, isChanged: boolean) => {
    setChanged((before) => {
      const others = [...before].filter((each) => each !== id);
      return new Set(isChanged ? [...others, id] : others);
    });
  };
  return (
    <RecordDialog
      about={<About head={head} place={place} />}
      aside={<DocumentsLink isOpen={false} place={place} />}
      backLabel="Employees"
      closeTo={closeTo}
      foot={
        <>
          <ChangeCount count={changed.size} />
          <DialogLink className="max-md:hidden" to={closeTo}>
            Close
          </DialogLink>
          {account ? (
            <Button className="max-md:grow" form={FORM_ID} kind="primary">
              Update Information
            </Button>
          ) : null}
        </>
      }
      width="profile"
      picture={<PersonCircle initials={head.initials} size={64} src={head.picture} />}
      tabs={<ProfileTabs head={head} place={place} />}
      title={head.name}
    >
      {account ? (
        <div className="grid gap-6 xl:min-h-full xl:grid-cols-[minmax(0,1fr)_340px]">
          <Boxes account={account} onChange={onChange} {...came} />
          <div className="min-w-0 xl:border-l xl:border-rule xl:pl-6">
            <AccessSide account={account} />
          </div>
        </div>
      ) : (
        <p className="text-muted">This employee has no account, so there is nothing to open or to close.</p>
      )}
    </RecordDialog>
  );
}

function ChangeCount({ count }: { count: number }) {
  return (
    <p aria-live="polite" className="mr-auto text-13">
      {count > 0 ? (
        <SaveStatus kind="typing">
          {count === 1 ? "1 change, not saved yet" : `${count} changes, not saved yet`}
        </SaveStatus>
      ) : null}
    </p>
  );
}

type BoxesProps = Pick<AccessDialogProps, "refused" | "failed"> & {
  account: AccountAccess;
  onChange: (id: number, isChanged: boolean) => void;
};

function Boxes({ account, refused, failed, onChange }: BoxesProps) {
  const { held, administrators, isLastAdministrator, password, resetTo } = account;
  const who =
    administrators.length === 1
      ? `Only ${administrators[0]} has it now`
      : `${administrators.join(", ")} have it now`;
  return (
    <Form
      className="min-w-0"
      id={FORM_ID}
      key={`${held.join(" ")} ${refused?.fault ?? ""}`}
      method="post"
      preventScrollReset
    >
      <AuthorField />
      <input name="was" type="hidden" value={held.join(" ")} />
      <NotAnswered className="mb-4" failed={failed} title={MESSAGES.profileNotSaved}>
        What you ticked is still here. Try again.
      </NotAnswered>
      {refused ? (
        <NoticeBox className="mb-4" icon="refused" title="Nothing was changed." tone="refused">
          {refused.fault}
        </NoticeBox>
      ) : null}
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {ACCESS_GROUPS.map(({ title, permissions }) => (
          <fieldset className="min-w-0 md:last:col-span-2" key={title}>
            <legend className="w-full border-b border-line-2 pb-1 text-13 text-muted">{title}</legend>
            <div className={permissions.length > 3 ? "grid gap-x-8 md:grid-cols-2" : undefined}>
              {permissions.map((permission) => (
                <AccessRow
                  isHeld={held.includes(permission.id)}
                  isLocked={permission.id === ADMINISTRATOR && isLastAdministrator}
                  isWanted={(refused?.wanted ?? held).includes(permission.id)}
                  key={permission.id}
                  onChange={onChange}
                  permission={permission}
                  who={permission.id === ADMINISTRATOR ? who : null}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <p className="mt-4 text-13 text-muted">
        A change takes effect at the next click. Nobody is signed out by it.
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
    </Form>
  );
}
