import { joinClassNames } from "#ui/classes.ts";
import { useActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { RowSavingSelect, getRejectedChoice, NextYearForm } from "./next-year-form.tsx";
import { formTeacherField, type NextYearFormTeacher } from "./moves.rules.ts";
import { previousValueField, SWAP_CHOICES_FIELD, type NextYearChoice } from "./next-year.rules.ts";
import type { NextYearView } from "./next-year.server.ts";

const ROW =
  "grid grid-cols-[116px_minmax(0,1fr)] gap-x-4 lg:grid-cols-[140px_minmax(0,240px)_28px_minmax(0,300px)_minmax(0,1fr)] lg:items-center";
const FIRST =
  "border-r border-r-rule px-4 py-1.5 max-lg:row-span-3 md:px-5 lg:flex lg:h-full lg:items-center";

/** The tab with a row for each class of next year. It shows this year's form teacher and sets next year's. */
export function NextYearTeachersTab({ formTeachers, teachers, isPrimary, yearId }: NextYearView) {
  const [form] = useActionForm("next-teachers");
  const without = formTeachers.filter(({ formTeacherId }) => formTeacherId === null).length;
  return (
    <NextYearForm
      button="Save teachers"
      form={form}
      says={
        without > 0 ? (
          <strong className="text-waiting">{without} without a teacher</strong>
        ) : (
          "Every class has a teacher"
        )
      }
      tab="teachers"
      yearId={yearId}
    >
      <Panel flush>
        <div
          aria-hidden
          className={joinClassNames(
            ROW,
            "min-h-10 border-b border-b-red bg-cream-2 text-13 font-semibold max-lg:hidden",
          )}
        >
          <span className={FIRST}>Class</span>
          <span>This year</span>
          <span />
          <span>{isPrimary ? "Teacher" : "Form teacher"} next year</span>
          <span>Co-teachers</span>
        </div>
        <ul className="divide-y divide-line">
          {formTeachers.map((led) => (
            <LeadRow form={form} key={led.classId} led={led} stops={isPrimary} teachers={teachers} />
          ))}
        </ul>
      </Panel>
    </NextYearForm>
  );
}

type LeadRowProps = {
  led: NextYearFormTeacher;
  teachers: readonly NextYearChoice[];
  stops: boolean;
  form: ActionFormState;
};

function LeadRow({ led, teachers, stops, form }: LeadRowProps) {
  const { classId, label, before, formTeacherId, leftName, coTeachers } = led;
  return (
    <li className={joinClassNames(ROW, "min-h-[37px]", formTeacherId === null && stops && "bg-refused-wash")}>
      <span className={joinClassNames(FIRST, "font-semibold")}>{label}</span>
      <span className="truncate text-muted max-lg:pt-1.5 max-lg:text-13">{before || "nobody"}</span>
      <span className="text-muted max-lg:hidden">
        <Icon name="arrow-right" />
      </span>
      <span className="pr-4 lg:py-px">
        <RowSavingSelect
          asks={formTeacherId === null ? (stops ? "refused" : "waiting") : null}
          choices={teachers}
          form={form}
          label={`Teacher of ${label} next year`}
          name={formTeacherField(classId)}
          prompt={leftName ? `Nobody: ${leftName} has left` : "Nobody yet"}
          rejected={getRejectedChoice(form, {
            name: formTeacherField(classId),
            was: previousValueField(classId),
          })}
          rowKey={classId}
          tab="teachers"
          ways={() => [
            { field: "again", words: "Save my choice" },
            { field: SWAP_CHOICES_FIELD, words: "Swap the two teachers" },
          ]}
          value={String(formTeacherId ?? "")}
          was={String(formTeacherId ?? "")}
        />
      </span>
      <span className="truncate pb-1.5 pr-4 text-13 text-muted lg:pb-0">{coTeachers}</span>
    </li>
  );
}
