import { ABSENT, REASON_WORDS, type AbsenceReason } from "#domain/daily/attendance-states.ts";
import { useLinkClick } from "#ui/page/use-link-click.ts";

import type { Register } from "../register.ts";
import { rowsInColumns } from "./columns.ts";
import { EntryPicture } from "./entry-picture.tsx";
import { stateWords } from "./row-words.rules.ts";

/** A register to read: print in the same places, no boxes (screens.md, Space and shape). */
export function ReadRegister({ register: { rows, url } }: { register: Register }) {
  const openLink = useLinkClick();
  return (
    <ol className="entries border-t" style={rowsInColumns(rows.length)}>
      {rows.map((loaded) => {
        const { row, position, name, before, was, values } = loaded;
        const reason = [REASON_WORDS[values.reason as AbsenceReason], values.note].filter(Boolean).join(", ");
        const about = [reason, values.state === ABSENT && before, was && `Saved, ${was}`].filter(Boolean);
        return (
          <li data-said={values.state} key={row}>
            <span className="place">{position}</span>
            <EntryPicture historyUrl={`${url}/history/${row}`} loaded={loaded} openLink={openLink} />
            <span className="who">
              <span className="name">{name}</span>
              {about.length > 0 ? <span className="text-13 text-muted">{about.join(" · ")}</span> : null}
            </span>
            <span className="print">{stateWords(values.state)}</span>
          </li>
        );
      })}
    </ol>
  );
}
