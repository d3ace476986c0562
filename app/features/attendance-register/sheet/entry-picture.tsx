import type { LinkClick } from "#ui/page/use-link-click.ts";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import type { RegisterRow } from "../register.ts";

type EntryPictureProps = {
  loaded: Pick<RegisterRow, "row" | "name" | "picture">;
  /** The URL of the entry's history; null when there is none. */
  historyUrl: string | null;
  /** Saves the register before the link is followed, or null before JavaScript loads; a button saves instead. */
  openLink: LinkClick | null;
};

/** Shows the student's picture. Once the register is marked, the picture links to the history of the entry. */
export function RegisterEntryPicture({
  loaded: { row, name, picture },
  historyUrl,
  openLink,
}: EntryPictureProps) {
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
