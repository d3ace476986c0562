import { Button, ButtonLink, type ButtonKind } from "#ui/form/button.tsx";
import type { Sheet } from "./sheet.ts";

type NextSubjectProps = { sheet: Sheet; kind?: ButtonKind; className?: string };

/** Links to the same test of the teacher's next subject; after the last subject, a disabled button says so. */
export function NextSubject({ sheet: { nextSubjectUrl }, kind, className }: NextSubjectProps) {
  if (!nextSubjectUrl) {
    return (
      <Button className={className} disabled type="button">
        No more subjects
      </Button>
    );
  }
  return (
    <ButtonLink className={className} iconAfter="arrow-right" kind={kind} to={nextSubjectUrl}>
      Next Subject
    </ButtonLink>
  );
}
