import { STUDENT_TAB_TITLES, STUDENT_TABS } from "#domain/people/student-record.ts";
import { SaveFormButton } from "#saving/screen/form/record-form.tsx";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import { RecordTabs } from "#ui/overlay/record-tabs.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";

import { AlikeBox } from "./alike-box.tsx";
import { GeneralForm } from "./general-fields.tsx";
import type { NewGeneral, NotAdded } from "./general.ts";
import { useAlike } from "./use-alike.ts";

type NewStudentProps = { general: NewGeneral; kept: NotAdded | null; failed: Failed | null; closeTo: string };

const BLANK = { row: "new", version: 0, values: {} };

/** A new student has only General until saved (A2). */
export function NewStudent({ general: { rules, timeZone }, kept, failed, closeTo }: NewStudentProps) {
  const { alike, ask } = useAlike(kept?.alike ?? []);
  const row = kept?.row ?? BLANK;
  return (
    <RecordDialog
      about="The other tabs, picture and documents open when the student is added."
      backLabel="Students"
      closeTo={closeTo}
      foot={
        <>
          <DialogLink className="ml-auto max-md:hidden" to={closeTo}>
            Cancel
          </DialogLink>
          <SaveFormButton>Add New Student</SaveFormButton>
        </>
      }
      tabs={<RecordTabs tabs={TABS} />}
      title="New Student"
    >
      <div onBlur={ask}>
        <GeneralForm {...{ failed, row, rules, timeZone }} closed={null} isRejected={kept !== null}>
          <AlikeBox alike={alike} />
        </GeneralForm>
      </div>
    </RecordDialog>
  );
}

const TABS = STUDENT_TABS.map((tab, place) => ({
  to: tab,
  current: place === 0,
  closed: place > 0,
  words: STUDENT_TAB_TITLES[tab],
}));
