import type { ShownLevel } from "#domain/list/levels.ts";
import { Tabs } from "./tabs.tsx";

type LevelTabsProps = { of: ShownLevel; levelTo: (level: number) => string };

/** A tab for each level of a school with too many classes for one page. Renders nothing in other schools. */
export function LevelTabs({ of: { levels, shown }, levelTo }: LevelTabsProps) {
  if (shown === null) return null;
  const tabs = levels.map(({ level, title }) => ({ to: levelTo(level), title, current: level === shown }));
  return (
    <>
      <p className="mb-2 text-muted print:hidden">
        This page shows the classes of one level. Choose another level to see its classes.
      </p>
      <Tabs label="Levels" tabs={tabs} />
    </>
  );
}

/** The hidden field that keeps the shown level when a form is sent. */
export function LevelField({ of: { shown } }: Pick<LevelTabsProps, "of">) {
  return shown === null ? null : <input name="level" type="hidden" value={shown} />;
}
