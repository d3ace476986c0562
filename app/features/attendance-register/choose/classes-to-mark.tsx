import { formatDay } from "#domain/daily/day-words.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { joinClassNames as classNames } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { ClassListItem } from "#ui/list/class-line.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { LevelTabs } from "#ui/page/level-tabs.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { ClassForRegister, RegisterChoice } from "./register-choice.ts";

export function RegisterClassList({ choice }: { choice: RegisterChoice }) {
  const { day, isToday, session, level, classes } = choice;
  const groups = [...new Set(classes.map(({ group }) => group))];
  return (
    <>
      <PageHead about={isToday ? `${formatDay(day)}, today` : formatDay(day)} title="Daily Register" />
      <LevelTabs
        levelTo={(shown) => withQuery(PATHS.attendanceRegister, { date: day, session, level: shown })}
        of={level}
      />
      {groups.length === 0 ? (
        <Panel flush>
          <EmptyState action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>}>
            You have no class yet. The school office assigns form teachers under Employees.
          </EmptyState>
        </Panel>
      ) : (
        <div className="grid gap-4 lg:grid-cols-2">
          {groups.map((group) => (
            <Panel className="self-start" flush key={group} title={group}>
              <ul className="divide-y divide-line">
                {classes
                  .filter((item) => item.group === group)
                  .map((item) => (
                    <ClassRow key={item.url} link={item} />
                  ))}
              </ul>
            </Panel>
          ))}
        </div>
      )}
    </>
  );
}

function ClassRow({ link: { url, label, teachers, words, isMarked } }: { link: ClassForRegister }) {
  return (
    <li>
      <ClassListItem className="hover:bg-cream" label={label} teachers={teachers} url={url}>
        <span
          className={classNames("flex items-center gap-1.5 text-13", isMarked ? "text-saved" : "text-muted")}
        >
          <Icon name={isMarked ? "tick" : "dash"} />
          {words}
        </span>
      </ClassListItem>
    </li>
  );
}
