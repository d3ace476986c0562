import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { PATHS } from "#domain/paths.ts";
import { formatClassCount, formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { useFormResult } from "#ui/form/form-result.ts";
import { LabelledSelectField } from "#ui/form/select-field.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import { FigureCell, FigureCellRow } from "#ui/list/figure-strip.tsx";
import { FixedBottomBar } from "#ui/overlay/fixed-foot.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { CLASS_KIND_LABELS } from "../assessments.rules.ts";
import type { SeveralClassesView } from "./load-several.server.ts";
import { encodeFieldTextsForUrl, severalClassesUrl, listChangedFieldTexts } from "./several.rules.ts";
import type { SeveralClassesSaveSummary } from "./several.server.ts";
import { ScopeLinks, TermTypePanel } from "./scopes.tsx";
import { SettingsTable } from "./settings-table.tsx";

/** Sets dates, maximum marks and kinds of assessment for all classes of a level or of the school, with a preview. */
export function SeveralClassesPage({ view }: { view: SeveralClassesView }) {
  const { term, terms, rows } = view;
  const [form] = useActionForm(FORM);
  const { preview, refresh } = useLivePreview(FORM, view);
  const result = useFormResult<SeveralClassesSaveSummary>(FORM);
  const hasChanges = preview.changes > 0;
  return (
    <>
      <PageHead
        about={`Several classes at once.${hasChanges ? " Nothing is saved yet." : ""}`}
        actions={
          <TermPicker chosen={term.id} className="max-md:[&>label]:sr-only" terms={terms}>
            <input name="levels" type="hidden" value={view.levels} />
          </TermPicker>
        }
        title="Term Assesments Configuration"
      />
      <ScopeLinks academicTermId={term.id} scopes={view.scopes} />
      {view.isWholeSchool ? <TermTypePanel view={view} /> : null}
      {result ? <SaveResultNotice result={result} /> : null}
      {view.isOver ? null : <FiguresOf figures={preview.figures} />}
      {rows.length === 0 && view.byCriteria === 0 ? (
        <Panel>
          <EmptyState action={<ButtonLink to={PATHS.settings}>Settings</ButtonLink>}>
            No subjects in these classes yet. Add their lessons in a teacher’s timetable, under Employees.
          </EmptyState>
        </Panel>
      ) : (
        <SeveralForm form={form} preview={preview} refresh={refresh} view={view} />
      )}
    </>
  );
}

const FORM = "several";

function FiguresOf({ figures }: Pick<SeveralClassesView, "figures">) {
  const cells = [
    { label: "All", ...figures.all },
    { label: "Changed", ...figures.changed },
    { label: "Unchanged", ...figures.unchanged },
    { label: "Refused", ...figures.refused },
  ];
  return (
    <div aria-live="polite">
      <FigureCellRow>
        {cells.map(({ label, count, about }) => (
          <FigureCell about={about} isRefused={label === "Refused" && count > 0} key={label} title={label}>
            {count.toLocaleString("en")}
          </FigureCell>
        ))}
      </FigureCellRow>
    </div>
  );
}

/** Lists what a save did not change, with the reasons. */
function SaveResultNotice({ result: { saved, left } }: { result: SeveralClassesSaveSummary }) {
  const title = `${formatCountOf(saved, "change")} saved, ${left.length.toLocaleString("en")} left as ${left.length === 1 ? "it is" : "they are"}.`;
  return (
    <NoticeBox className="mb-4" icon="refused" title={title} tone="refused">
      <ul className="mt-1 max-h-60 overflow-y-auto text-13">
        {left.map(({ name, reason }) => (
          <li key={name}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
    </NoticeBox>
  );
}

type FormProps = {
  form: ActionFormState;
  view: SeveralClassesView;
  preview: SeveralClassesView;
  refresh: () => void;
};

function SeveralForm({ form, view, preview, refresh }: FormProps) {
  const { scopeTitle, classCount, byCriteria, seen } = view;
  const table = useRef<HTMLDivElement>(null);
  const criteria = byCriteria > 0 ? `, ${byCriteria} by criteria` : "";

  /** Stops Enter from submitting the form, because the preview is already under the field. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    refresh();
  }

  return (
    <ActionForm
      action={view.url}
      aria-label="Tests of several classes"
      className="!gap-0 [&>[role=alert]]:mb-4"
      form={form}
      onBlur={refresh}
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement) refresh();
      }}
      onKeyDown={onKeyDown}
      preventScrollReset
      rejectedTitle="Nothing was saved"
      replace
    >
      {/* Enter presses the first button of a form. This must not be a button that saves or copies, so this hidden
          button comes first. */}
      <button aria-hidden className="sr-only" name="intent" tabIndex={-1} value="preview">
        Preview changes
      </button>
      <input name="term" type="hidden" value={view.term.id} />
      <input name="levels" type="hidden" value={view.levels} />
      <input name="shown" type="hidden" value={seen.shown} />
      <input name="since" type="hidden" value={seen.since} />
      <input name="kinds" type="hidden" value={seen.kinds} />
      <input name="kindBefore" type="hidden" value={view.kind.shared} />
      <input name="from" type="hidden" value={view.copy.from} />
      <input name="dates" type="hidden" value={view.copy.withDates ? "" : "no"} />
      <input name="copyDigest" type="hidden" value={seen.copyDigest} />
      <input name="tests" type="hidden" value={JSON.stringify(view.titles)} />
      <Panel aside={`${formatClassCount(classCount)}${criteria}`} flush title={scopeTitle}>
        {view.isOver ? null : <Tools preview={preview} view={view} />}
        <div ref={table}>
          <SettingsTable form={form} preview={preview} table={table} view={view} />
        </div>
      </Panel>
      {view.isOver ? null : <Foot changes={preview.changes} view={view} />}
    </ActionForm>
  );
}

const KINDS = Object.entries(CLASS_KIND_LABELS).map(([value, label]) => ({ value, label }));

/** The controls that apply to all rows: the term to copy from, the kind of assessment, and a new fortnightly test. */
function Tools({ view, preview }: { view: SeveralClassesView; preview: SeveralClassesView }) {
  const { copy, kind } = view;
  const { kindNotes } = preview;
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3 border-b px-4 py-4 md:px-5">
      {copy.terms.length === 0 ? null : (
        <>
          <LabelledSelectField
            choices={copy.terms.map(({ id, label }) => ({ value: String(id), label }))}
            defaultValue={String(copy.from || copy.suggested)}
            key={`from ${copy.from}`}
            label="Copy from"
            name="copy"
          />
          <LabelledSelectField
            choices={MOVES}
            defaultValue={copy.withDates ? "" : "no"}
            label="Dates to copy"
            name="copyDates"
          />
          <BusyButton busy="Copying" intent="copy" kind="secondary">
            Copy dates
          </BusyButton>
        </>
      )}
      <LabelledSelectField
        choices={KINDS}
        className="max-md:w-full"
        defaultValue={kind.chosen || kind.shared}
        key={`kind ${kind.chosen} ${kind.shared}`}
        label="Assessment (all year)"
        name="kind"
        prompt={kind.shared === "" ? "various" : undefined}
      />
      {view.hasFortnightly ? <NewTest key={view.titles.length} /> : null}
      <p className="basis-full text-13 text-muted">
        Dates that fall on a holiday move to the next school day. You can change any row before you save.
      </p>
      {kindNotes.changes === "" ? null : <p className="basis-full font-semibold">{kindNotes.changes}</p>}
      {kindNotes.refused.length === 0 ? null : (
        <ul className="basis-full text-13 text-refused">
          {kindNotes.refused.map(({ label, reason }) => (
            <li key={label}>
              <strong>{label}</strong> is left as it is: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const MOVES = [
  { value: "", label: "The same week and weekday" },
  { value: "no", label: "No dates, only max marks" },
];

function NewTest() {
  return (
    <div className="flex items-end gap-2">
      <div>
        <label className="block pb-1 font-semibold" htmlFor="several-title">
          New fortnightly test
        </label>
        <input autoComplete="off" className="field-box" id="several-title" name="title" type="text" />
      </div>
      <BusyButton busy="Adding" intent="preview" kind="secondary">
        Add test
      </BusyButton>
    </div>
  );
}

function Foot({ changes, view }: { changes: number; view: SeveralClassesView }) {
  const hydrated = useHydrated();
  const cancelTo = severalClassesUrl({
    academicTermId: view.term.id,
    scope: view.scope,
  });
  return (
    <FixedBottomBar>
      <div className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 max-md:py-2">
        <p className="min-w-0 text-muted">Teachers see the new dates at once. Marks are not changed.</p>
        <div className="flex gap-2 max-md:w-full max-md:[&>*:last-child]:grow">
          {changes > 0 ? <ButtonLink to={cancelTo}>Cancel</ButtonLink> : null}
          {hydrated ? null : (
            <BusyButton busy="Loading" intent="preview" kind={changes > 0 ? "secondary" : "primary"}>
              Preview changes
            </BusyButton>
          )}
          {hydrated || changes > 0 ? (
            <BusyButton busy="Saving" intent="save">
              {changes > 0 ? `Save ${formatCountOf(changes, "change")}` : "Save"}
            </BusyButton>
          ) : null}
        </div>
      </div>
    </FixedBottomBar>
  );
}

/** The pause in typing after which the preview is loaded. */
const PREVIEW_WAITS_MS = 300;

/**
 * Loads the preview of the typed values from the server. `refresh` loads it again. The page's own preview is shown
 * until then, and again when the page is loaded with new values.
 */
function useLivePreview(formId: string, view: SeveralClassesView) {
  const fetcher = useFetcher<SeveralClassesView>();
  const [previewed, setPreviewed] = useState<SeveralClassesView | null>(null);
  const timer = useRef(0);
  const latest = useRef(view.url);
  const { load } = fetcher;

  const refresh = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const form = document.forms.namedItem(formId);
      const url = form ? previewUrl(view, new FormData(form)) : latest.current;
      if (url === latest.current) return;
      latest.current = url;
      setPreviewed(view);
      load(url);
    }, PREVIEW_WAITS_MS);
  }, [formId, load, view]);

  useEffect(() => {
    // Text may have been typed before JavaScript loaded, or may remain after a save. Such text needs a preview too.
    latest.current = view.url;
    refresh();
    return () => window.clearTimeout(timer.current);
  }, [formId, refresh, view]);

  return { preview: previewed === view && fetcher.data ? fetcher.data : view, refresh };
}

function previewUrl(view: SeveralClassesView, form: FormData): string {
  const texts = new Map(
    [...form].flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])),
  );
  const kind = texts.get("kind") ?? "";
  const touched = listChangedFieldTexts(texts, new Map(new URLSearchParams(view.seen.shown)));
  const query = new URLSearchParams(view.url.split("?")[1]);
  for (const name of [...query.keys()]) if (name.includes(".") || name === "kind") query.delete(name);
  if (kind !== view.kind.shared && kind !== "") query.set("kind", kind);
  for (const [name, text] of encodeFieldTextsForUrl(touched)) query.set(name, text);
  query.delete("term");
  query.delete("levels");
  return severalClassesUrl({ academicTermId: view.term.id, scope: view.scope }, Object.fromEntries(query));
}
