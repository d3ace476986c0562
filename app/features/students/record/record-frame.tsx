import { Link, useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { recordPanelUrl, type RecordUrls } from "#domain/people/record-params.ts";
import { RecordDialog, RecordTabs } from "#ui/overlay/record-dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import {
  underlyingListUrl,
  parseStudentTab,
  studentTabLinks,
  studentTabUrl,
  type RecordHeadingAndPaging,
  type RecordHeading,
  type RecordPaging,
} from "./record.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { joinClassNames } from "#ui/classes.ts";

export type RecordFrameProps = RecordHeadingAndPaging & {
  params: RecordUrls;
  /** A note about the open tab, shown to the right of the tabs. */
  note?: ReactNode;
  /** The save status at the bottom. */
  state?: ReactNode;
  primary?: ReactNode;
  width?: "record" | "profile";
  children: ReactNode;
};

/** The frame of a student's record over the list. Header, tabs and footer are the same on each tab. */
export function RecordFrame({
  head,
  steps,
  params,
  note,
  state,
  primary,
  width,
  children,
}: RecordFrameProps) {
  const closeTo = underlyingListUrl(params.query);
  return (
    <RecordDialog
      about={head.about}
      aside={<Documents head={head} params={params} />}
      backLabel="Students"
      closeTo={closeTo}
      facts={<Facts head={head} params={params} />}
      foot={
        <>
          <Steps steps={steps} />
          <div className="mr-auto text-13 max-md:order-first max-md:w-full max-md:empty:hidden">{state}</div>
          <DialogLink className="max-md:hidden" to={closeTo}>
            Close
          </DialogLink>
          {primary}
        </>
      }
      picture={<Picture head={head} />}
      tabs={
        <>
          {head.hasCourtOrder ? <CourtOrder head={head} params={params} /> : null}
          <RecordTabs note={note} tabs={studentTabLinks(params, head.tabs)} />
        </>
      }
      title={head.name}
      where={steps && steps.place !== null ? `${steps.place} of ${steps.of}` : null}
      width={width}
    >
      {children}
    </RecordDialog>
  );
}

function Picture({ head: { key, lastName, picture } }: Pick<RecordFrameProps, "head">) {
  return (
    <div className="border border-rule bg-paper p-1">
      <StudentPicture name={lastName} size={96} src={picture} studentId={key} />
    </div>
  );
}

type PartProps = Pick<RecordFrameProps, "head" | "params">;

function Documents({ head, params }: PartProps) {
  return (
    <>
      {head.hasAttendance ? (
        <DialogLink icon="calendar" to={recordPanelUrl(params, "view-attendance")}>
          View Attendance
        </DialogLink>
      ) : null}
      {head.hasCards ? (
        <DialogLink icon="document" to={recordPanelUrl(params, "report-cards")}>
          Report Cards
        </DialogLink>
      ) : null}
      {head.hasForm ? (
        <DialogLink icon="print" to={recordPanelUrl(params, "registration-form")}>
          Reg. Form
        </DialogLink>
      ) : null}
    </>
  );
}

/** Shows everybody who opens the record that there is a court order. The details are on the Family tab. */
function CourtOrder({ head, params: { path, query } }: PartProps) {
  const isOnTab = parseStudentTab(query) === "family";
  return (
    <p className="mb-2 flex flex-wrap items-center gap-x-3 border-l-[3px] border-red bg-paper px-3 py-1.5">
      <strong>Custody or court order</strong>
      {isOnTab ? null : head.tabs.includes("family") ? (
        <Change to={studentTabUrl(path, { query, tab: "family" })}>See Family Info</Change>
      ) : (
        <span className="text-muted">Ask the school office for details.</span>
      )}
    </p>
  );
}

function Facts({ head, params }: PartProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="max-md:[grid-area:id]">
        <span className="text-13 text-muted">Student ID</span> <strong>{head.studentId}</strong>{" "}
        {head.isSeenByAdmin ? <Change to={recordPanelUrl(params, "student-id")}>Change</Change> : null}
      </p>
      <SerialNumber head={head} params={params} />
      {head.isSeenByAdmin ? (
        <p className="max-md:[grid-area:change] md:ml-auto">
          <Change to={recordPanelUrl(params, "picture")}>
            {head.picture ? "Change Picture" : "Add Picture"}
          </Change>
        </p>
      ) : null}
    </div>
  );
}

function Change({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="inline-flex min-h-6 items-center touch:min-h-11" preventScrollReset replace to={to}>
      {children}
    </Link>
  );
}

/** Shows the serial number, unless an administrator has unlocked it and it is a field of General. */
function SerialNumber({ head, params }: { head: RecordHeading; params: RecordUrls }) {
  const [form] = useActionForm("serial-lock", undefined, useFetcher());
  const { number, isLocked } = head.serial;
  const words = number ?? "none";
  if (!head.isSeenByAdmin)
    return (
      <p className="max-md:[grid-area:serial]">
        <span className="text-13 text-muted">Serial Number</span> {words}
      </p>
    );
  return (
    <ActionForm
      action={recordPanelUrl(params, "serial")}
      className="max-md:[grid-area:serial]"
      form={form}
      preventScrollReset
      rejectedTitle="The lock on the serial number was not changed"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-13 text-muted">Serial Number</span>
        {isLocked ? (
          <span className="inline-flex min-h-9 items-center justify-between gap-2 rounded border border-line-2 bg-cream px-2.5 text-muted">
            {words}
            <Icon name="lock" size={15} />
          </span>
        ) : (
          <span className="text-13">Edit in General Info</span>
        )}
        <button className="as-link min-h-6 touch:min-h-11" name="lock" value={isLocked ? "open" : "closed"}>
          {isLocked ? "Unlock" : "Lock"}
        </button>
      </div>
    </ActionForm>
  );
}

/** Links to the previous and next student in the filtered and sorted list, on the same tab. */
function Steps({ steps }: { steps: RecordPaging | null }) {
  if (!steps) return null;
  const { place, of, prev, next } = steps;
  return (
    <nav aria-label="Students in the list" className="flex items-center gap-x-2 max-md:contents">
      <Step to={prev}>
        <Icon className="max-[359px]:hidden" name="chevron-left" /> PREV
      </Step>
      {place === null ? null : (
        <span className="border-x border-rule px-3 max-md:hidden">
          {place} of {of}
        </span>
      )}
      <Step className="max-md:order-last max-md:ml-auto" to={next}>
        NEXT <Icon className="max-[359px]:hidden" name="chevron-right" />
      </Step>
    </nav>
  );
}

const STEP = "inline-flex min-h-10 items-center gap-2 font-semibold no-underline touch:min-h-11";

type StepProps = { to: string | null; className?: string; children: ReactNode };

function Step({ to, className, children }: StepProps) {
  if (to === null)
    return (
      <span aria-disabled="true" className={joinClassNames(STEP, "text-muted", className)}>
        {children}
      </span>
    );
  return (
    <Link className={joinClassNames(STEP, "hover:underline", className)} preventScrollReset replace to={to}>
      {children}
    </Link>
  );
}
