import { CommentField } from "./comments/comment-field.tsx";
import { MarksTable } from "./marks/marks-table.tsx";
import { RatingsPanel } from "./record/ratings-panel.tsx";
import { useReportContext } from "./record/report-context.ts";
import { RecordFields } from "./record/record-fields.tsx";
import { SignatureBlock } from "../sign/signature-block.tsx";
import { StudentBlock } from "./student-block.tsx";

/** White, one line around, two red pixels on top; on a phone from edge to edge. */
const PANEL = "border-y border-t-2 border-t-red bg-paper max-md:-mx-4 md:rounded-b md:border-x";

/** The same where the parts of a panel are panels of their own on a phone. */
const NARROW_PANEL =
  "max-md:-mx-4 max-md:border-y max-md:border-t-2 max-md:border-t-red max-md:bg-paper scroll-mt-12";
const WIDE_PANEL = "md:rounded-b md:border-x md:border-y md:border-t-2 md:border-t-red md:bg-paper";

/**
 * Student and record, marks and comments, behaviour: side by side, under 1,180 px in two columns. On a phone who writes
 * the report has the marks, in which nothing is written, under everything else, and in a low window under the comment
 * that is written; to who reads it the record comes last (screens.md, Term report), also for the Tab key where the
 * browser knows `reading-flow`.
 */
const LAYOUT =
  "flex flex-col gap-y-2 [reading-flow:flex-visual] md:grid md:grid-cols-[288px_minmax(0,1fr)] md:items-start md:gap-4 " +
  "md:[reading-flow:normal] xl:grid-cols-[288px_minmax(0,1fr)_304px] xl:items-stretch";

export function ReportPanels() {
  const { report } = useReportContext();
  const isWritten = report.can.teacherComment && !report.can.adminMarks;
  return (
    <div className={LAYOUT}>
      <div className={`max-md:contents md:row-span-2 md:flex md:flex-col xl:row-span-1 ${PANEL}`}>
        <StudentBlock report={report} />
        <section
          aria-label="Record"
          className={`${isWritten ? "" : "max-md:order-last"} md:grow ${PANEL} md:!rounded-none md:!border-x-0 md:!border-b-0 md:!border-t md:!border-t-line`}
        >
          <RecordFields />
        </section>
      </div>
      <section
        aria-label="Marks and comments"
        className={isWritten ? `max-md:contents md:flex md:flex-col ${WIDE_PANEL}` : `flex flex-col ${PANEL}`}
      >
        <div className={isWritten ? `max-md:order-last short:order-1 ${NARROW_PANEL}` : undefined} id="marks">
          <MarksTable marks={report.marks} />
        </div>
        <div className={isWritten ? `md:contents ${NARROW_PANEL}` : "flex grow flex-col"}>
          <div className="scroll-mt-12 border-b" id="comment">
            <CommentField field="teacher_comment" />
          </div>
          <div className={`flex grow flex-col ${isWritten ? "short:order-2" : ""}`}>
            <div className="border-b">
              <CommentField field="principal_comment" />
            </div>
            <SignatureBlock />
          </div>
        </div>
      </section>
      <section aria-labelledby="behaviour" className={`flex flex-col ${PANEL}`} id="ratings">
        <RatingsPanel />
      </section>
    </div>
  );
}
