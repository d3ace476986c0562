import { matchRoutes, useActionData, useResolvedPath } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore, type RefObject } from "react";
import { currentRecordTab } from "#domain/people/record-params.ts";
import { createEmitter } from "../../emitter.ts";
import { listChangedFieldLabels, hasWritableFields, rememberValues } from "./changed-fields.ts";

export type PageAddress = Pick<URL, "pathname" | "search"> & { hash?: string };

/**
 * Values that would be lost: the labels of the fields, the record with these fields (`of`), and the form that can save
 * them. `words` is a sentence that replaces the labels.
 */
export type UnsavedValues = {
  fields: readonly string[];
  of: string;
  form: HTMLFormElement | null;
  words?: string | undefined;
};

/** A form, given by its id, by a reference to it, or by a reference to one of its fields. */
type FormRef = string | RefObject<HTMLFormElement> | RefObject<HTMLInputElement>;

type Guard = {
  fields: () => readonly string[];
  of: () => string;
  /** Tells whether a navigation between two addresses removes the form from the page. */
  isLeft: (from: PageAddress, to: PageAddress) => boolean;
  form: () => HTMLFormElement | null;
  /** Tells whether the form shows values that the server rejected. */
  isRejected: () => boolean;
  /** A sentence about unsaved content that nobody typed, such as a file's preview. */
  unsaved: () => string | undefined;
};

const guards = new Set<Guard>();
const guardChanges = createEmitter();

/**
 * The form that is being submitted, or null. Its values are on their way to the server, so the person is not asked
 * about them when leaving the page.
 */
let submitting: HTMLFormElement | null = null;
let lastSent: { form: HTMLFormElement; noteStored: () => void } | null = null;

/** Asks for confirmation before the page is left in a way that the router does not handle. */
export const leaveRequestEmitter = createEmitter<[go: () => void]>();

/**
 * Asks before the person leaves unsaved values in the form, by a link, a tab, Escape or Back.
 * @param ref The form, or null for a form that can be left without confirmation.
 * @param isRejected True when the form shows values that the server rejected. By default, any response except a
 * redirect means a rejection.
 * @param unsaved A sentence about what is lost, for a form that shows more than typed values.
 */
export function useUnsavedChangesWarning(
  ref: FormRef | null,
  { isRejected, unsaved }: { isRejected?: boolean | undefined; unsaved?: string | undefined } = {},
): void {
  const isAnswered = useActionData() !== undefined;
  const form = () => (ref === null ? null : formOf(ref));
  useGuard({
    fields: () => mapped(form(), listChangedFieldLabels) ?? [],
    of: () => mapped(form(), titleOf) ?? "",
    form,
    isRejected: () => isRejected ?? (isAnswered && lastSent?.form === form()),
    unsaved: () => unsaved,
  });
}

/** Asks before the person leaves a record (`of`) whose fields save themselves. `fields` returns the unsaved labels. */
export function useUnsavedFields(fields: () => readonly string[], of: string): void {
  useGuard({ fields, of: () => of, form: () => null, isRejected: () => false, unsaved: () => undefined });
}

/** Returns the values that would be lost by going from one address to another or, for null, by closing the page. */
export function findUnsavedValues(way: { from: PageAddress; to: PageAddress } | null): UnsavedValues[] {
  return [...guards].flatMap((guard) => {
    const words = guard.unsaved();
    if (way && !guard.isLeft(way.from, way.to) && (words === undefined || isWithinPage(way))) return [];
    const [form, fields] = [guard.form(), guard.fields()];
    if (form !== null && form === submitting) return [];
    const isRejected = form !== null && hasWritableFields(form) && guard.isRejected();
    const isUnsaved = fields.length > 0 || isRejected || words !== undefined;
    return isUnsaved ? [{ fields, of: guard.of(), form, words }] : [];
  });
}

/** Tells whether a link leads to a place on the same page. A link to the page itself reloads the page. */
function isWithinPage({ from, to }: { from: PageAddress; to: PageAddress }): boolean {
  return from.pathname === to.pathname && from.search === to.search && Boolean(to.hash);
}

/** Tells whether the page has a form with fields to fill in and a button that saves. */
export function useHasWritableForm(): boolean {
  return useSyncExternalStore(guardChanges.subscribe, hasWritableForm, () => false);
}

function hasWritableForm(): boolean {
  return [...guards].some(({ form }) => mapped(form(), hasWritableFields));
}

/** Tracks the forms that are submitted from the page. Returns a function that stops the tracking. */
export function watchForms(): () => void {
  const begin = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    submitting = target;
    lastSent = { form: target, noteStored: rememberValues(target) };
  };
  // When the browser itself submits a form, the response replaces the page. The form therefore counts as being
  // submitted until the person continues typing.
  const end = ({ defaultPrevented }: Event) => {
    if (defaultPrevented) submitting = null;
  };
  const typeOn = () => {
    submitting = null;
  };
  document.addEventListener("submit", begin, true);
  window.addEventListener("submit", end);
  document.addEventListener("input", typeOn);
  return () => {
    document.removeEventListener("submit", begin, true);
    window.removeEventListener("submit", end);
    document.removeEventListener("input", typeOn);
  };
}

/** Marks the values of the last submitted form as stored, unless the server rejected them. */
export function markSubmittedAsSaved(): void {
  const guard = [...guards].find(({ form }) => lastSent !== null && form() === lastSent.form);
  if (guard && !guard.isRejected()) lastSent?.noteStored();
}

function useGuard(guard: Omit<Guard, "isLeft">): void {
  const owner = useResolvedPath(".").pathname;
  const latest = useRef({ owner, guard });
  useEffect(() => {
    latest.current = { owner, guard };
  });

  useEffect(() => {
    const registered: Guard = {
      fields: () => latest.current.guard.fields(),
      of: () => latest.current.guard.of(),
      form: () => latest.current.guard.form(),
      isRejected: () => latest.current.guard.isRejected(),
      unsaved: () => latest.current.guard.unsaved(),
      isLeft: (from, to) => isLeft(latest.current.owner, from, to),
    };
    guards.add(registered);
    guardChanges.notify();
    return () => {
      guards.delete(registered);
      guardChanges.notify();
    };
  }, []);
}

/**
 * Tells whether a navigation removes the form's page. The page stays if the address leads to the same route with the
 * same query. While a dialog or panel is open, only the tab in the query is compared, because the other parameters
 * belong to the dialog.
 */
function isLeft(owner: string, from: PageAddress, to: PageAddress): boolean {
  const [here, there] = [routesOf(from), routesOf(to)];
  if (!there.includes(owner)) return true;
  const isAlone = here.at(-1) === owner && there.at(-1) === owner;
  return isAlone ? from.search !== to.search : currentRecordTab(from.search) !== currentRecordTab(to.search);
}

/** Returns the addresses of the nested routes that form a page, outermost first. */
function routesOf({ pathname }: PageAddress): string[] {
  const matches = matchRoutes(window.__remixRouter.routes, pathname) ?? [];
  return matches.map((match) => match.pathname);
}

function formOf(ref: FormRef): HTMLFormElement | null {
  if (typeof ref !== "string") {
    const { current } = ref;
    return current instanceof HTMLInputElement ? current.form : current;
  }
  const found = document.getElementById(ref);
  return found instanceof HTMLFormElement ? found : null;
}

/** Returns the heading above the form and the name of the tab or form: `R. Lutchman, Employment`. */
function titleOf(form: HTMLFormElement): string {
  const page = form.closest<HTMLElement>("dialog, main");
  const heading = page?.querySelector<HTMLElement>("h1, h2");
  const tab = page?.querySelector<HTMLElement>("nav [aria-current=page]");
  const parts = [heading?.innerText, form.getAttribute("aria-label") ?? tab?.innerText];
  return parts.flatMap((part) => part?.trim() || []).join(", ");
}

function mapped<From, To>(value: From | null, map: (value: From) => To): To | undefined {
  return value === null ? undefined : map(value);
}
