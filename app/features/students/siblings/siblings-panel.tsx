import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { recordPanelUrl, type RecordUrls } from "#domain/people/record-params.ts";
import { RELATIONSHIPS } from "#domain/people/students.ts";
import { useLookUp } from "#saving/client/use-look-up.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import type { SiblingInput, SiblingsView, SiblingView } from "./siblings.server.ts";

type SiblingsPanelProps = { found: SiblingsView; params: RecordUrls };

/** Lists the students who may be brothers or sisters, beside the family. The list never takes the focus. */
export function SiblingsPanel({ found: { manages, siblings }, params }: SiblingsPanelProps) {
  const related = siblings.filter(({ isUnrelated }) => !isUnrelated);
  const others = siblings.filter(({ isUnrelated }) => isUnrelated);
  return (
    <section aria-label="Brothers and sisters" className="min-w-0">
      {related.length > 0 ? (
        <>
          <h3 className="text-18">Brother or sister</h3>
          <ul className="mt-2 grid gap-3">
            {related.map((sibling) => (
              <Sibling key={sibling.key} manages={manages} params={params} sibling={sibling} />
            ))}
          </ul>
        </>
      ) : null}
      {manages ? others.map((other) => <Unrelated key={other.key} other={other} params={params} />) : null}
    </section>
  );
}

type SiblingProps = { sibling: SiblingView; manages: boolean; params: RecordUrls };

function Sibling({ sibling, manages, params }: SiblingProps) {
  const { key, name, lastName, about, picture, shared, copy } = sibling;
  return (
    <li className="rounded border border-line bg-paper p-4">
      <div className="flex gap-4">
        <StudentPicture name={lastName} size={40} src={picture} studentId={key} />
        <div className="min-w-0">
          <p className="break-words font-semibold">{name}</p>
          <p className="text-13 text-muted">{about}</p>
          {copy ? (
            <SaveStatus kind="saved">Family details copied {copy.at}</SaveStatus>
          ) : (
            <p className="break-words text-13 text-muted">Same: {shared}</p>
          )}
        </div>
      </div>
      {manages ? (
        <div className="mt-2 flex flex-wrap gap-x-5">
          {copy ? (
            <SiblingButton intent="undo" params={params} sibling={sibling} words="Undo" />
          ) : (
            <SaveAndLeaveLink
              className="inline-flex min-h-8 items-center font-semibold no-underline hover:underline touch:min-h-11"
              data-dialog=""
              preventScrollReset
              to={recordPanelUrl(params, `siblings/${key}`)}
            >
              Copy family details<span className="sr-only"> from {name}</span>
            </SaveAndLeaveLink>
          )}
          <SiblingButton intent="unrelated" params={params} sibling={sibling} words="Mark as not related" />
        </div>
      ) : null}
      {copy ? (
        <p className="mt-1 text-13 text-muted">
          {copy.count} filled in. Nothing that was entered here was replaced.
        </p>
      ) : null}
    </li>
  );
}

function Unrelated({ other, params }: { other: SiblingView; params: RecordUrls }) {
  return (
    <div className="mt-3 text-13 text-muted">
      <p className="break-words">{`${other.name}, ${other.about}, is not related.`}</p>
      <SiblingButton intent="related" params={params} sibling={other} words="Mark as related" />
    </div>
  );
}

type SiblingButtonProps = {
  intent: Exclude<SiblingInput["intent"], "copy">;
  sibling: SiblingView;
  params: RecordUrls;
  words: string;
};

/** A button whose action needs no further confirmation in the sibling's dialog. */
function SiblingButton({ intent, sibling: { key, name, copy }, params, words }: SiblingButtonProps) {
  const [form, fields] = useActionForm<{ intent: string; copy: number }>(
    `${intent}-${key}`,
    { intent, copy: copy?.id ?? null },
    useFetcher(),
  );
  return (
    <ActionForm
      action={recordPanelUrl(params, `siblings/${key}`)}
      form={form}
      preventScrollReset
      rejectedTitle="Nothing was changed"
    >
      <HiddenField field={fields.intent} />
      {intent === "undo" ? <HiddenField field={fields.copy} /> : null}
      <button className="min-h-8 font-semibold text-red hover:underline touch:min-h-11">
        {words}
        <span className="sr-only">: {name}</span>
      </button>
    </ActionForm>
  );
}

const ROWS = Object.keys(RELATIONSHIPS);

/** Returns the brothers and sisters. They are looked up again when a relative's data has been saved. */
export function useSiblings(served: SiblingsView | null, record: string): SiblingsView | null {
  const { store } = useSaving();
  const [found, setFound] = useState<SiblingsView | null>(null);
  const lookUp = useLookUp<SiblingsView>(setFound);
  const isShown = served !== null;

  useEffect(() => setFound(null), [served]);

  useEffect(() => {
    if (!isShown) return undefined;
    return store.onResults((results) => {
      if (results.some(({ row, outcome }) => ROWS.includes(row) && outcome === "saved"))
        void lookUp(`${record}/siblings`);
    });
    // `lookUp` is a new function on each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [store, record, isShown]);

  return found ?? served;
}
