import { useEffect, useState } from "react";
import type { Report } from "./report.ts";
import { ReportForm } from "./report-form.tsx";
import { fetchReport, wasPrefetched } from "./bar/prefetch.ts";

/** One student's term report: a form that works as served, and saves field by field once its script has loaded. */
export function ReportPage({ report }: { report: Report }) {
  const newest = useNewest(report);
  // Another student gets a new form, so that nothing typed crosses over.
  return <ReportForm key={`${newest.accountId} ${newest.saveUrl}`} report={newest} />;
}

/** Shows a prefetched report at once, and updates the report when a newer one arrives. */
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
