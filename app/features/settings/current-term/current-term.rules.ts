import { PATHS, withQuery } from "#domain/paths.ts";

export function archivesUrl(): string {
  return withQuery(PATHS.currentTerm, { show: "archives" });
}

/** The purpose of the form: `update` moves no student, `advance` moves the school to the next term. */
export type Purpose = "update" | "advance";

export function purposeUrl(purpose: Purpose): string {
  return withQuery(PATHS.currentTerm, { do: purpose === "advance" ? purpose : null });
}

export function purposeIn({ searchParams }: URL): Purpose {
  return searchParams.get("do") === "advance" ? "advance" : "update";
}

export function isArchivesIn({ searchParams }: URL): boolean {
  return searchParams.get("show") === "archives";
}

export function setTermUrl(academicTermId: number): string {
  return `${PATHS.currentTerm}/${academicTermId}/set`;
}
