import { useState } from "react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { wordsOf, type Came } from "../row-phase.ts";
import { DEAN_CLASSES, INTENTS, NOT_SAVED, type DeanClasses } from "../timetable.ts";
import { useSavingForm, type Telling } from "../use-saving-form.ts";

type DeanFormProps = { dean: DeanClasses; url: string; telling: Telling; served: Came };

/** Of which form classes somebody is the dean; closed to one line, for few are. */
export function DeanForm({ dean, url, telling, served }: DeanFormProps) {
  const { form, phase, answer, onSubmit } = useSavingForm({ ...telling, part: DEAN_CLASSES, url, served });
  const [isTicked, setTicked] = useState(false);
  const isUnsent = isTicked && phase !== "saving";
  const typed = answer && "typed" in answer ? answer.typed : null;
  const isChosen = (id: string) => (typed ? `dean ${id}` in typed : dean.chosen.includes(id));
  const groups = [...new Set(dean.formClasses.map(({ group }) => group))];
  return (
    <details className="timetable-part group border-t pt-2" id="form-dean" open={typed !== null}>
      <summary className="flex min-h-9 cursor-pointer items-center gap-2 touch:min-h-11">
        <Icon className="text-field group-open:rotate-180" name="chevron-down" />
        <strong>Form Dean</strong>
        <span className="min-w-0 flex-1 text-muted">{dean.chosen.join(", ") || "Of no form class"}</span>
        <span className="flex" role="status">
          <SaveStatus kind={isUnsent ? "typing" : phase}>
            {isUnsent ? NOT_SAVED : wordsOf(phase, answer)}
          </SaveStatus>
        </span>
      </summary>
      <form
        action={url}
        key={dean.chosen.join()}
        method="post"
        onChange={() => setTicked(true)}
        onSubmit={(event) => {
          setTicked(false);
          onSubmit(event);
        }}
        ref={form}
      >
        <AuthorField />
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
                <label className="flex min-h-9 items-center gap-2 touch:min-h-11" key={id}>
                  <input
                    className="size-4 accent-red touch:size-5"
                    defaultChecked={isChosen(id)}
                    name={`dean ${id}`}
                    type="checkbox"
                  />
                  {id}
                </label>
              ))}
          </fieldset>
        ))}
        <Button className="mt-3">Save form dean</Button>
      </form>
    </details>
  );
}
