import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { besideUrl, type RecordPlace } from "#domain/people/record-place.ts";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import { RecordTabs } from "#ui/overlay/record-tabs.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";

import { listUnder, tabLinks, type RecordShown } from "./record.ts";
import { SerialNumber } from "./serial-number.tsx";
import { Steps } from "./steps.tsx";

export type RecordFrameProps = RecordShown & {
  place: RecordPlace;
  /** At the right of the tabs: what is to be known of the open one. */
  note?: ReactNode;
  /** In the foot: what is saving, or waits. */
  state?: ReactNode;
  /** The button that saves, where one does. */
  primary?: ReactNode;
  children: ReactNode;
};

/** A student's record over the list: head, tabs and foot are the same on each tab (people.md, Student record). */
export function RecordFrame({ head, steps, place, note, state, primary, children }: RecordFrameProps) {
  const closeTo = listUnder(place.query);
  return (
    <RecordDialog
      about={head.about}
      aside={<Documents head={head} place={place} />}
      backLabel="Students"
      closeTo={closeTo}
      facts={<Facts head={head} place={place} />}
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
      tabs={<RecordTabs note={note} tabs={tabLinks(place, head.tabs)} />}
      title={head.name}
      where={steps ? `${steps.place} of ${steps.of}` : null}
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

type PartProps = Pick<RecordFrameProps, "head" | "place">;

function Documents({ head, place }: PartProps) {
  return (
    <>
      {head.hasAttendance ? (
        <DialogLink icon="calendar" to={besideUrl(place, "view-attendance")}>
          View Attendance
        </DialogLink>
      ) : null}
      {head.hasCards ? (
        <DialogLink icon="document" to={besideUrl(place, "report-cards")}>
          Report Cards
        </DialogLink>
      ) : null}
      {head.hasForm ? (
        <DialogLink icon="print" to={besideUrl(place, "registration-form")}>
          Reg. Form
        </DialogLink>
      ) : null}
    </>
  );
}

function Facts({ head, place }: PartProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="max-md:[grid-area:id]">
        <span className="text-13 text-muted">Student ID</span> <strong>{head.studentId}</strong>{" "}
        {head.isSeenByAdmin ? <Change to={besideUrl(place, "student-id")}>Change</Change> : null}
      </p>
      <SerialNumber head={head} place={place} />
      {head.isSeenByAdmin ? (
        <p className="max-md:[grid-area:change] md:ml-auto">
          <Change to={besideUrl(place, "picture")}>{head.picture ? "Change Picture" : "Add Picture"}</Change>
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
