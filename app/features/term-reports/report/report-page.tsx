import { useEffect, useState } from "react";

import type { Report } from "./report.ts";
import { ReportForm } from "./report-form.tsx";
import { fetchReport, wasPrefetched } from "./bar/prefetch.ts";

/** One student's term report: a form that works as served, and saves field by field once its script is there. */
export function ReportPage({ report }: { report: Report }) {
  const newest = useNewest(report);
  // Another student is another form: nothing typed may cross over.
  return <ReportForm key={`${newest.accountId} ${newest.saveUrl}`} report={newest} />;
}

/** A prefetched report is shown at once; what has changed since it was fetched is written into it when that comes. */
function useNewest(report: Report): Report {
  const [newer, setNewer] = useState<{ of: Report; report: Report } | null>(null);

  useEffect(() => {
    if (!wasPrefetched(report)) return;
    let isLeft = false;
    void fetchReport(report.url).then((fetched) => {
      const isOurs = fetched?.accountId === report.accountId;
      if (fetched && isOurs && !isLeft) setNewer({ of: report, report: fetched });
    });
    return () => {
      isLeft = true;
    };
  }, [report]);

  return newer?.of === report ? newer.report : report;
}
