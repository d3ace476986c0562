import { classes } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";

import type { Sent } from "../refused-fields.tsx";
import { ChoiceSelect, chosenIn } from "./choice-select.tsx";
import { wasField } from "./judge.rules.ts";
import { leadField, type Led } from "./leads.rules.ts";
import { NextYearForm, type NextYearProps } from "./next-year-form.tsx";
import type { Choice } from "./next-year.rules.ts";

const ROW =
  "grid grid-cols-[116px_minmax(0,1fr)] gap-x-4 lg:grid-cols-[140px_minmax(0,240px)_28px_minmax(0,300px)_minmax(0,1fr)] lg:items-center";
const FIRST =
  "border-r border-r-rule px-4 py-1.5 max-lg:row-span-3 md:px-5 lg:flex lg:h-full lg:items-center";

/** A line a class of next year: whose it is now, and who is to lead it. */
export function TeachersTab({ shown, sent }: NextYearProps) {
  const without = shown.leads.filter(({ lead }) => lead === null).length;
  return (
    <NextYearForm
      button="Save"
      says={
        without > 0 ? (
          <strong className="text-waiting">{without} without a teacher</strong>
        ) : (
          "Every class has a teacher"
        )
      }
      tab="teachers"
      yearId={shown.yearId}
    >
      <Panel flush>
        <div
          aria-hidden
          className={classes(
            ROW,
            "min-h-10 border-b border-b-red bg-cream-2 text-13 font-semibold max-lg:hidden",
          )}
        >
          <span className={FIRST}>Class</span>
          <span>This year</span>
          <span />
          <span>{shown.isPrimary ? "Teacher" : "Form teacher"} next year</span>
          <span>Beside them</span>
        </div>
        <ul className="divide-y divide-line">
          {shown.leads.map((led) => (
            <LeadRow
              key={led.classId}
              led={led}
              sent={sent}
              stops={shown.isPrimary}
              teachers={shown.teachers}
            />
          ))}
        </ul>
      </Panel>
    </NextYearForm>
  );
}

type LeadRowProps = { led: Led; teachers: readonly Choice[]; stops: boolean; sent: Sent | null };

function LeadRow({ led, teachers, stops, sent }: LeadRowProps) {
  const { classId, label, before, lead, leftName, coTeachers } = led;
  return (
    <li className={classes(ROW, "min-h-[37px]", lead === null && stops && "bg-refused-wash")}>
      <span className={classes(FIRST, "font-semibold")}>{label}</span>
      <span className="truncate text-muted max-lg:pt-1.5 max-lg:text-13">{before || "nobody"}</span>
      <span className="text-muted max-lg:hidden">
        <Icon name="arrow-right" />
      </span>
      <span className="pr-4 lg:py-px">
        <input name={wasField(classId)} type="hidden" value={lead ?? ""} />
        <ChoiceSelect
          asks={lead === null ? (stops ? "refused" : "waiting") : null}
          choices={teachers}
          label={`Who leads ${label} next year`}
          name={leadField(classId)}
          prompt={leftName ? `Nobody: ${leftName} has left` : "Nobody yet"}
          sent={sent}
          typed={chosenIn(sent, { name: leadField(classId), was: wasField(classId) })}
          value={String(lead ?? "")}
        />
      </span>
      <span className="truncate pb-1.5 pr-4 text-13 text-muted lg:pb-0">{coTeachers}</span>
    </li>
  );
}
