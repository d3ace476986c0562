import { Link } from "@remix-run/react";
import { useState, type FocusEvent } from "react";
import { LIKENESS_WORDS, type SimilarityReason } from "#domain/people/alike.ts";
import { STUDENT_TAB_TITLES, STUDENT_TABS } from "#domain/people/record-params.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { useLookUp } from "#saving/client/use-look-up.ts";
import { SaveFormButton } from "#saving/screen/form/record-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { RecordDialog, RecordTabs } from "#ui/overlay/record-dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import { GeneralForm } from "./general-tab.tsx";
import type { AlikeView, NewStudentView, NotAdded } from "./new-student.server.ts";

type NewStudentProps = { general: NewStudentView; kept: NotAdded | null; closeTo: string };

const BLANK = { row: "new", version: 0, values: {} };

/** Shows the dialog for a new student, in which only General is open until the student is saved. */
export function NewStudent({ general: { rules, timeZone }, kept, closeTo }: NewStudentProps) {
  const { alike, ask } = useAlike(kept?.alike ?? []);
  const row = kept?.row ?? BLANK;
  return (
    <RecordDialog
      about="Add the student first. The other tabs, the picture and documents come next."
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
        <GeneralForm row={row} rules={rules} timeZone={timeZone} closed={null} isRejected={kept !== null}>
          <AlikeBox alike={alike} />
        </GeneralForm>
      </div>
    </RecordDialog>
  );
}

const TABS = STUDENT_TABS.map((tab, index) => ({
  to: tab,
  current: index === 0,
  closed: index > 0,
  words: STUDENT_TAB_TITLES[tab],
}));

const NAMES = ["first_name", "last_name", "date_of_birth"];

/** Looks for similar students when the person leaves a name or the date of birth. */
function useAlike(served: readonly AlikeView[]) {
  const [found, setFound] = useState<readonly AlikeView[] | null>(null);
  const lookUp = useLookUp<{ alike: AlikeView[] }>(({ alike }) => setFound(alike));

  function ask({ target, currentTarget }: FocusEvent<HTMLElement>) {
    const form = target instanceof HTMLInputElement && NAMES.includes(target.name) ? target.form : null;
    if (!form || !currentTarget.contains(target)) return;
    const [first, last, born] = NAMES.map((name) => String(new FormData(form).get(name) ?? "").trim());
    if (!first || !last) return;
    void lookUp(
      withQuery(`${PATHS.students}/alike`, {
        first_name: first,
        last_name: last,
        date_of_birth: born || null,
      }),
    );
  }

  return { alike: found ?? served, ask };
}

const LIKENESSES = Object.keys(LIKENESS_WORDS) as SimilarityReason[];

/** Warns of probable duplicates without blocking: the form adds the student if the page already showed them. */
function AlikeBox({ alike }: { alike: readonly AlikeView[] }) {
  if (alike.length === 0) return null;
  const surest = LIKENESSES.find((how) => alike.some(({ likeness }) => likeness === how));
  return (
    <NoticeBox className="mt-4" icon="changed" tone="colleague">
      <p role="status">
        <strong className="text-colleague">This child may already be here:</strong>{" "}
        {surest && LIKENESS_WORDS[surest]}.
      </p>
      <input name="seen" type="hidden" value={alike.map(({ key }) => key).join(" ")} />
      <ul className="mt-2 grid gap-2">
        {alike.map((child) => (
          <Child child={child} key={child.key} />
        ))}
      </ul>
    </NoticeBox>
  );
}

function Child({ child: { key, name, about, lastName, picture } }: { child: AlikeView }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <StudentPicture name={lastName} size={32} src={picture} studentId={key} />
      <div className="min-w-0 flex-1">
        <p className="break-words font-semibold">{name}</p>
        <p className="break-words text-13 text-muted">{about}</p>
      </div>
      <div className="grid grid-cols-2 gap-2 max-md:w-full">
        <Link className="button button-secondary border-colleague" to={`${PATHS.students}/${key}`}>
          Open record
        </Link>
        <Button className="border-colleague" name="another" value="1">
          Add anyway
        </Button>
      </div>
    </li>
  );
}
