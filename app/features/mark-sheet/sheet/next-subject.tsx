import { Button, ButtonLink, type ButtonKind } from "#ui/form/button.tsx";
import type { Sheet } from "./sheet.ts";

type NextSubjectProps = { sheet: Sheet; kind?: ButtonKind; className?: string };

/** Links to the same test in the teacher's next subject. After the last subject, shows a disabled button instead. */
export function NextSubjectLink({ sheet: { nextSubjectUrl }, kind, className }: NextSubjectProps) {
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
