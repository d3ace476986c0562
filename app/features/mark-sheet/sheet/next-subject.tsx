import { Button, ButtonLink, type ButtonKind } from "#ui/form/button.tsx";

import type { Sheet } from "./sheet.ts";

type NextSubjectProps = { sheet: Sheet; kind?: ButtonKind; className?: string };

/** The same test of the teacher's next subject; after the last there is none, and that is said. */
export function NextSubject({ sheet: { nextSubjectUrl }, kind, className }: NextSubjectProps) {
  if (!nextSubjectUrl) {
    return (
      <Button className={className} disabled type="button">
        Last Subject
      </Button>
    );
  }
  return (
    <ButtonLink className={className} iconAfter="arrow-right" kind={kind} to={nextSubjectUrl}>
      Next Subject
    </ButtonLink>
  );
}
