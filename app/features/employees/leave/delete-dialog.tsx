import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { fillPhrase } from "#domain/phrases.ts";
import { useActionForm } from "#ui/form/action-form.tsx";
import { SelectField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { ConsequenceList } from "#ui/list/fact-lines.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { DeleteOrRestoreForm } from "#ui/overlay/leaving-form.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import type { EmployeeLeavingInput, LeavingEmployeeView } from "./leave.server.ts";

type LeaveDialogProps = { leaving: LeavingEmployeeView; closeTo: string };

/** Both forms have the same id, so that if a colleague submitted one first, the other can show the conflict. */
const FORM = "leave-employee";

/** Explains what ends and what is kept before deleting an employee. Restores a former employee. */
export function DeleteEmployeeDialog({ leaving, closeTo }: LeaveDialogProps) {
  const { name, hasLeft, refusal } = leaving;
  if (hasLeft !== null) return <BringBack closeTo={closeTo} leaving={leaving} />;
  if (refusal !== null) {
    return (
      <Dialog closeTo={closeTo} title={`Delete ${name}?`}>
        <NoticeBox icon="refused" title={`${PEOPLE_MESSAGES.notDone}.`} tone="refused">
          {refusal}
        </NoticeBox>
        <DialogButtons closeTo={closeTo} />
      </Dialog>
    );
  }
  return <Delete closeTo={closeTo} leaving={leaving} />;
}

function Delete({ leaving, closeTo }: LeaveDialogProps) {
  const { name, openSessions, lessons, classesLed, statuses, proposed } = leaving;
  const [form, fields] = useActionForm<EmployeeLeavingInput>(FORM, { successor: proposed });
  const lines = [
    { term: "Sign-in", says: sessionWords(openSessions) },
    { term: "Lessons", says: lessonWords(lessons) },
  ];
  const formTeacherLine = {
    term: "Form teacher",
    says: <Successor field={fields.successor} leaving={leaving} />,
  };
  return (
    <Dialog closeTo={closeTo} title={`Delete ${name}?`}>
      <p className="-mt-2">
        {fillPhrase(
          "{name} will no longer appear in the lists. {His} marks, reports and signature stay, and an administrator can bring {him} back.",
          leaving,
        )}
      </p>
      <DeleteOrRestoreForm closeTo={closeTo} form={form} hasLeft={null}>
        <SelectField choices={statuses} data-first-focus="" field={fields.status} label="Status" />
        <ConsequenceList lines={classesLed.length > 0 ? [...lines, formTeacherLine] : lines} />
      </DeleteOrRestoreForm>
    </Dialog>
  );
}

function Successor({
  field,
  leaving: { classesLed, successors },
}: {
  field: ActionFormField;
  leaving: LeavingEmployeeView;
}) {
  return (
    <SelectField
      choices={successors}
      field={field}
      hint="This colleague also takes over the lessons in the class. You can choose somebody later."
      label={`${classesLed.join(", ")} ${classesLed.length === 1 ? "needs" : "need"} a form teacher`}
      prompt="Nobody yet"
    />
  );
}

function BringBack({ leaving, closeTo }: LeaveDialogProps) {
  const [form] = useActionForm<EmployeeLeavingInput>(FORM);
  return (
    <Dialog closeTo={closeTo} title={`Bring back ${leaving.name}?`}>
      <p className="-mt-2">
        {fillPhrase(
          "{name} will appear in the lists again and can sign in with the same account. Classes that were given to colleagues stay with them.",
          leaving,
        )}
      </p>
      <DeleteOrRestoreForm closeTo={closeTo} form={form} hasLeft={leaving.hasLeft} />
    </Dialog>
  );
}

/** Returns text such as `10 in Std 1 D need a teacher` or `30 in 4 classes need a teacher`. */
function lessonWords(lessons: LeavingEmployeeView["lessons"]): string {
  const [only, ...others] = lessons;
  if (!only) return "None";
  const count = lessons.reduce((sum, lesson) => sum + lesson.lessons, 0);
  const where = others.length === 0 ? only.label : `${lessons.length} classes`;
  return `${count} in ${where} ${count === 1 ? "needs" : "need"} a teacher`;
}

function sessionWords(openSessions: number): string {
  if (openSessions === 0) return "Can no longer sign in";
  return `Signed out now on ${openSessions === 1 ? "1 device" : `${openSessions} devices`}`;
}
