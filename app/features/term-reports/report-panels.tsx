import { CommentsBlock } from "./comments-block.tsx";
import { MarksTable } from "./marks-table.tsx";
import { RatingsPanel } from "./ratings-panel.tsx";
import { useDesk } from "./record-desk.ts";
import { RecordFields } from "./record-fields.tsx";
import { SignatureBlock } from "./signature-block.tsx";
import { StudentBlock } from "./student-block.tsx";
import type { Going } from "./use-go.ts";

/** White, one line around, two red pixels on top; on a phone from edge to edge. */
const PANEL = "border-y border-t-2 border-t-red bg-paper max-md:-mx-4 md:rounded-b md:border-x";

/**
 * Student and record, marks and comments, behaviour: side by side, under 1,180 px in two columns. On a phone the record
 * comes last (screens.md, Term report), and so it does for the Tab key where the browser knows `reading-flow`.
 */
const LAYOUT =
  "flex flex-col gap-y-2 [reading-flow:flex-visual] md:grid md:grid-cols-[288px_minmax(0,1fr)] md:items-start md:gap-4 " +
  "md:[reading-flow:normal] xl:grid-cols-[288px_minmax(0,1fr)_304px] xl:items-stretch";

export function ReportPanels({ going }: { going: Going }) {
  const { report } = useDesk();
  return (
    <div className={LAYOUT}>
      <div className={`max-md:contents md:row-span-2 md:flex md:flex-col xl:row-span-1 ${PANEL}`}>
        <StudentBlock going={going} report={report} />
        <section
          aria-label="Record"
          className={`max-md:order-last md:grow ${PANEL} md:!rounded-none md:!border-x-0 md:!border-b-0 md:!border-t md:!border-t-line`}
        >
          <RecordFields />
        </section>
      </div>
      <section aria-label="Marks and comments" className={`flex flex-col ${PANEL}`}>
        <MarksTable marks={report.marks} />
        <CommentsBlock />
        <SignatureBlock />
      </section>
      <section aria-labelledby="behaviour" className={`flex flex-col ${PANEL}`}>
        <RatingsPanel />
      </section>
    </div>
  );
}
