import type { ReactNode } from "react";
import type { RecordPlace } from "#domain/people/record-place.ts";
import { drawnAnew, useShownRow, useToldSaved } from "#saving/screen/form/form-sent.ts";
import { SaveFormButton } from "#saving/screen/form/record-form.tsx";
import type { RequestFailure } from "#ui/form/form-result.ts";

import { RecordFrame } from "../record/record-frame.tsx";
import type { RecordShown } from "../record/record.ts";
import { GeneralForm } from "./general-fields.tsx";
import { UPDATED, type GeneralRead, type GeneralSent } from "./general.ts";

type GeneralTabProps = {
  shown: RecordShown;
  place: RecordPlace;
  general: GeneralRead;
  sent: GeneralSent | undefined;
  failed: RequestFailure | null;
  /** Birth certificate and immunization card, under the form and outside of it. */
  documents: ReactNode;
  /** What is opened over the record. */
  children: ReactNode;
};

/** General Info, saved as a whole with Update Student (A2). */
export function GeneralTab({ shown, place, general, sent, failed, ...parts }: GeneralTabProps) {
  const { rules, closed, timeZone } = general;
  const row = useShownRow(general.row, sent);
  useToldSaved(sent, UPDATED);
  return (
    <>
      <RecordFrame
        {...shown}
        place={place}
        primary={closed === null ? <SaveFormButton>Update Student</SaveFormButton> : null}
      >
        <GeneralForm
          closed={closed}
          failed={failed}
          row={row}
          rules={rules}
          timeZone={timeZone}
          key={drawnAnew(row)}
        />
        <div className="mt-5">{parts.documents}</div>
      </RecordFrame>
      {parts.children}
    </>
  );
}
