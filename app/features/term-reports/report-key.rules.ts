/** Which report: a class, a term of its year, a student of the class in that term. */
export type ReportKey = { classId: number; academicTermId: number; studentKey: number };

export type ClassKey = Pick<ReportKey, "classId" | "academicTermId">;

const REPORTS_URL = "/app/term-reports";

export function chooserUrl(academicTermId: number): string {
  return `${REPORTS_URL}?term=${academicTermId}`;
}

/** Leads to the class's first report. */
export function classUrl({ classId, academicTermId }: ClassKey): string {
  return `${REPORTS_URL}/${classId}/${academicTermId}`;
}

export function reportUrl(key: ReportKey): string {
  return `${classUrl(key)}/${key.studentKey}`;
}

export function signAllUrl(key: ClassKey): string {
  return `${classUrl(key)}/sign-all`;
}
