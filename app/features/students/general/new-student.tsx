import { useState, type FocusEvent } from "react";
import { formatLongDate } from "#domain/dates.ts";
import { SIMILARITY_WORDS, type SimilarityReason } from "#domain/people/alike.ts";
import { STUDENT_TAB_TITLES, STUDENT_TABS } from "#domain/people/record-params.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { capitalise } from "#domain/text/capital.ts";
import { formatValue } from "#fields/kind.ts";
import { generalFields } from "#fields/people/student-general.ts";
import { useLookUp } from "#saving/client/use-look-up.ts";
import { SaveFormButton } from "#saving/screen/form/record-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { RecordDialog, RecordTabs } from "#ui/overlay/record-dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { KeyboardKey } from "#ui/page/key.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import { NewStudentForm } from "./general-tab.tsx";
import type { SimilarStudentView, NewStudentView, RejectedStudent } from "./new-student.server.ts";

type NewStudentProps = {
  general: NewStudentView;
  /** The form that was rejected, or null. */
  rejected: RejectedStudent | null;
  closeTo: string;
  /** The URL of the form without the values kept from the previous student. */
  clearTo: string;
};

/**
 * The dialog for a new student. Only General can be filled in until the student is saved. To enter several students in
 * a row, class, house and entry date are kept for the next student.
 */
export function NewStudentDialog({ general, rejected, closeTo, clearTo }: NewStudentProps) {
  const { rules, timeZone, values, keptFields, last } = general;
  const { alike, ask } = useAlike(rejected?.alike ?? []);
  const row = rejected?.row ?? { row: "new", version: 0, values };
  return (
    <RecordDialog
      about={
        last
          ? null
          : "Add the student first. After that you can fill in the other tabs, and add a picture and documents."
      }
      aside={last ? <LastAdded last={last} /> : null}
      backLabel="Students"
      closeTo={closeTo}
      foot={
        <>
          <p className="mr-auto flex items-center gap-2 text-13 text-muted touch:hidden">
            <KeyboardKey>Enter</KeyboardKey> Add another <KeyboardKey>Esc</KeyboardKey> Close
          </p>
          <DialogLink className="max-md:hidden" to={closeTo}>
            Close
          </DialogLink>
          <SaveFormButton kind="secondary">Add New Student</SaveFormButton>
          <SaveFormButton icon="plus" name="next" value="another">
            Add another
          </SaveFormButton>
        </>
      }
      startsInField
      tabs={<RecordTabs tabs={TABS} />}
      title="New Student"
      width="profile"
    >
      <KeptValues clearTo={clearTo} general={general} />
      <div onBlur={ask}>
        <NewStudentForm
          closed={null}
          isRejected={rejected !== null}
          keptFields={keptFields}
          row={row}
          rules={rules}
          timeZone={timeZone}
        >
          <AlikeColumn alike={alike} />
        </NewStudentForm>
      </div>
    </RecordDialog>
  );
}

function LastAdded({ last: { key, name } }: { last: NonNullable<NewStudentView["last"]> }) {
  return (
    <p className="text-muted">
      Last added: <SaveAndLeaveLink to={`${PATHS.students}/${key}`}>{name}</SaveAndLeaveLink>
    </p>
  );
}

type KeptValuesProps = Pick<NewStudentProps, "general" | "clearTo">;

/** Shows the kept values on one line, with a link that clears them. */
function KeptValues({ general: { rules, values, keptFields }, clearTo }: KeptValuesProps) {
  if (keptFields.length === 0) return null;
  const fields = generalFields(rules);
  const classField = fields.get("class_id")?.closed ? "form_class_id" : "class_id";
  const words = [classField, "house_id", "entry_date"]
    .filter((name) => keptFields.includes(name))
    .map((name) =>
      name === "entry_date"
        ? formatLongDate(String(values[name]))
        : formatValue(fields.get(name)?.kind, values[name], ""),
    );
  return (
    <div className="mb-4 flex items-center justify-between gap-4 rounded border border-line-2 bg-cream px-4 py-2">
      <p className="min-w-0">
        <span className="block text-13 text-muted">Copied from the last student</span>
        <strong className="break-words">{words.join(" · ")}</strong>
      </p>
      <SaveAndLeaveLink className="font-semibold" preventScrollReset replace to={clearTo}>
        Clear
      </SaveAndLeaveLink>
    </div>
  );
}

const TABS = STUDENT_TABS.map((tab, index) => ({
  to: tab,
  current: index === 0,
  closed: index > 0,
  words: STUDENT_TAB_TITLES[tab],
}));

const NAMES = ["first_name", "last_name", "date_of_birth"];

/** Searches for similar students when the cursor leaves a name or the date of birth. */
function useAlike(served: readonly SimilarStudentView[]) {
  const [found, setFound] = useState<readonly SimilarStudentView[] | null>(null);
  const lookUp = useLookUp<{ alike: SimilarStudentView[] }>(({ alike }) => setFound(alike));

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

const LIKENESSES = Object.keys(SIMILARITY_WORDS) as SimilarityReason[];

/** Warns of probable duplicates without taking the focus. The next submission adds the student anyway. */
function AlikeColumn({ alike }: { alike: readonly SimilarStudentView[] }) {
  const surest = LIKENESSES.find((how) => alike.some(({ likeness }) => likeness === how));
  return (
    <aside aria-labelledby="alike-title" className="xl:border-l xl:border-rule xl:pl-6">
      <h3 className="text-18" id="alike-title">
        May already be enrolled
      </h3>
      <p className="mt-1 text-13 text-muted" role="status">
        {surest ? (
          <>
            <span className="sr-only">This child may already be here: {SIMILARITY_WORDS[surest]}. </span>
            Termbook found {alike.length === 1 ? "this record" : "these records"} while you typed. You can
            carry on.
          </>
        ) : (
          "Termbook looks for the same child while you type."
        )}
      </p>
      {alike.length > 0 ? (
        <input name="seen" type="hidden" value={alike.map(({ key }) => key).join(" ")} />
      ) : null}
      <ul className="mt-3 grid gap-3">
        {alike.map((child) => (
          <Child child={child} key={child.key} />
        ))}
      </ul>
    </aside>
  );
}

function Child({ child: { key, name, about, lastName, picture, likeness } }: { child: SimilarStudentView }) {
  return (
    <li className="rounded border border-colleague bg-colleague-wash p-3">
      <div className="flex gap-3">
        <StudentPicture name={lastName} size={40} src={picture} studentId={key} />
        <div className="min-w-0 flex-1">
          <p className="break-words font-semibold">{name}</p>
          <p className="break-words text-13 text-muted">{about}</p>
          <p className="text-13 font-semibold text-colleague">{capitalise(SIMILARITY_WORDS[likeness])}</p>
        </div>
      </div>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <SaveAndLeaveLink
          className="button button-secondary whitespace-nowrap border-colleague !px-2"
          to={`${PATHS.students}/${key}`}
        >
          Open record
        </SaveAndLeaveLink>
        <Button className="whitespace-nowrap border-colleague !px-2" name="another" value="1">
          Add anyway
        </Button>
      </div>
    </li>
  );
}
