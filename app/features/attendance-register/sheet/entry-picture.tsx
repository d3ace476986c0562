import type { LinkClick } from "#ui/page/use-link-click.ts";
import { StudentPicture } from "#ui/page/student-picture.tsx";

import type { RegisterRow } from "../register.ts";

type EntryPictureProps = {
  loaded: Pick<RegisterRow, "row" | "name" | "picture">;
  /** What was said of the student before; null where nothing was. */
  historyUrl: string | null;
  /** Null before script arrives: the register is sent, and saved, on the way. */
  openLink: LinkClick | null;
};

/** Once the register is marked it is the way to what was said of the student before. */
export function EntryPicture({ loaded: { row, name, picture }, historyUrl, openLink }: EntryPictureProps) {
  const face = (
    <StudentPicture className="lg:!size-7" name={name} size={40} src={picture} studentId={Number(row)} />
  );
  if (historyUrl === null) return face;
  const label = `History of ${name}`;
  if (!openLink)
    return (
      <button aria-label={label} className="history" name="go" value={historyUrl}>
        {face}
      </button>
    );
  return (
    <a aria-label={label} className="history" href={historyUrl} onClick={openLink} title={label}>
      {face}
    </a>
  );
}
