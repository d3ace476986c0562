import { useCallback, useEffect, useState } from "react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { phaseOfAll, wordsOf, type Came, type RowPhase } from "../row-phase.ts";
import { DEAN_CLASSES, INTENTS, type DeanClasses } from "../timetable.ts";
import type { Telling } from "../use-saving-form.ts";
import { DeanTick, type Ticked } from "./dean-tick.tsx";

type DeanFormProps = { dean: DeanClasses; url: string; telling: Telling; served: Came };

/**
 * Of which form classes somebody is the dean; closed to one line, for few are. With script each class is saved as it is
 * ticked, without it they are one form.
 */
export function DeanForm({ dean, url, telling, served }: DeanFormProps) {
  const { phase, answer, onTicked } = useTicks(dean, served, telling);
  const typed = served && "typed" in served ? served.typed : null;
  const groups = [...new Set(dean.formClasses.map(({ group }) => group))];
  return (
    <details className="timetable-part group border-t pt-2" id="form-dean" open={typed !== null}>
      <summary className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
        <Icon className="text-field group-open:rotate-180" name="chevron-down" />
        <strong>Form Dean</strong>
        <span className="min-w-0 flex-1 text-muted">{dean.chosen.join(", ") || "Of no form class"}</span>
        <span className="flex" role="status">
          {phase === "blank" ? null : <SaveStatus kind={phase}>{wordsOf(phase, answer)}</SaveStatus>}
        </span>
      </summary>
      <form action={url} method="post">
        <AuthorField savesItself />
        <input name="intent" type="hidden" value={INTENTS.setDeans} />
        {dean.chosen.map((id) => (
          <input key={id} name={`was ${id}`} type="hidden" value="on" />
        ))}
        {groups.map((group) => (
          <fieldset className="flex flex-wrap gap-x-4" key={group}>
            <legend className="pt-2 text-13 text-muted">{group}</legend>
            {dean.formClasses
              .filter((each) => each.group === group)
              .map(({ id }) => (
                <DeanTick
                  id={id}
                  isDean={dean.chosen.includes(id)}
                  isTyped={typed ? `dean ${id}` in typed : null}
                  key={id}
                  onFault={telling.onFault}
                  onTicked={onTicked}
                  url={url}
                />
              ))}
          </fieldset>
        ))}
        <Button className="mt-3 hidden unscripted:inline-flex">Save form dean</Button>
      </form>
    </details>
  );
}

/** The state of all classes as one part of the dialog: what is wrong with one of them is said of them all. */
function useTicks(dean: DeanClasses, served: Came, { onPhase }: Telling) {
  const [ticked, setTicked] = useState<Readonly<Record<string, Ticked>>>({});
  const onTicked = useCallback((id: string, one: Ticked) => setTicked((all) => ({ ...all, [id]: one })), []);
  const resting: RowPhase = dean.chosen.length > 0 ? "saved" : "blank";
  const phase = phaseOfAll([resting, ...Object.values(ticked).map((one) => one.phase)]);
  const answer = Object.values(ticked).find((one) => one.phase === phase)?.answer ?? served;

  useEffect(() => onPhase(DEAN_CLASSES, phase), [onPhase, phase]);
  useEffect(() => () => onPhase(DEAN_CLASSES, null), [onPhase]);

  return { phase, answer, onTicked };
}
