import type { ReactNode } from "react";
import type { RecordTabLink } from "#domain/people/record-params.ts";
import { Tabs } from "../page/tabs.tsx";

type RecordTabsProps = {
  tabs: readonly RecordTabLink[];
  /** Muted words at the right about the open tab. */
  note?: ReactNode;
};

/** The tabs of a record; a phone shows their short titles. */
export function RecordTabs({ tabs, note }: RecordTabsProps) {
  const named = tabs.map(({ words: { title, short }, ...tab }) => ({
    ...tab,
    title: (
      <>
        <span className="max-md:hidden">{title}</span>
        <span className="md:hidden">{short}</span>
      </>
    ),
  }));
  return (
    <div className="relative">
      <Tabs label="Record" shared tabs={named} />
      {note ? (
        <p className="text-13 text-muted max-md:pt-2 md:absolute md:right-0 md:top-0 md:grid md:h-10 md:max-w-[24%] md:content-center md:text-right">
          {note}
        </p>
      ) : null}
    </div>
  );
}
