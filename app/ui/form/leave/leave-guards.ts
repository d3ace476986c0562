import { matchRoutes, useActionData, useResolvedPath } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore, type RefObject } from "react";
import { currentView } from "#domain/people/record-params.ts";
import { createEmitter } from "../../emitter.ts";
import { changedFields, isWritable, rememberValues } from "./changed-fields.ts";

export type Address = Pick<URL, "pathname" | "search">;

/**
 * Values that would be lost: the labels of the fields, the record that they belong to, and the form that could save
 * them.
 */
export type Unsaved = { fields: readonly string[]; of: string; form: HTMLFormElement | null };

/** A form by its id, by a reference to it, or by a reference to one of its fields. */
type FormRef = string | RefObject<HTMLFormElement> | RefObject<HTMLInputElement>;

type Guard = {
  fields: () => readonly string[];
  of: () => string;
  /** Returns whether going from one address to another removes the form from the page. */
  isLeft: (from: Address, to: Address) => boolean;
  form: () => HTMLFormElement | null;
  /** Returns whether the form shows values that the server rejected. */
  isRejected: () => boolean;
};

const guards = new Set<Guard>();
const guardChanges = createEmitter();

/** The form that is being sent: a navigation then is its response, not a way out. */
let submitting: HTMLFormElement | null = null;
let lastSent: { form: HTMLFormElement; noteStored: () => void } | null = null;

/** Asks before leaving by a way that the router does not handle. */
export const leaveRequests = createEmitter<[go: () => void]>();

/**
 * Asks before the person leaves the form with unsaved values, by whichever way: link, tab, Escape, Back.
 * @param ref The form, or null for a form that needs no question.
 * @param isRejected The form shows values that the server rejected; by default every response but a redirect means so.
 */
export function useLeaveQuestion(ref: FormRef | null, isRejected?: boolean): void {
  const isAnswered = useActionData() !== undefined;
  const form = () => (ref === null ? null : formOf(ref));
  useGuard({
    fields: () => mapped(form(), changedFields) ?? [],
    of: () => mapped(form(), titleOf) ?? "",
    form,
    isRejected: () => isRejected ?? (isAnswered && lastSent?.form === form()),
  });
}

/** Asks before the person leaves a record whose fields save by themselves. `fields` returns the unsaved ones. */
export function useUnsavedFields(fields: () => readonly string[], of: string): void {
  useGuard({ fields, of: () => of, form: () => null, isRejected: () => false });
}

/** Returns the values that would be lost between two addresses; for null, by closing the page. */
export function unsavedBefore(way: { from: Address; to: Address } | null): Unsaved[] {
  return [...guards].flatMap((guard) => {
    if (way && !guard.isLeft(way.from, way.to)) return [];
    const [form, fields] = [guard.form(), guard.fields()];
    if (form !== null && form === submitting) return [];
    const isRejected = form !== null && isWritable(form) && guard.isRejected();
    return fields.length > 0 || isRejected ? [{ fields, of: guard.of(), form }] : [];
  });
}

/** Returns whether the page has a form to type into that a button saves. */
export function useHasWritableForm(): boolean {
  return useSyncExternalStore(guardChanges.subscribe, hasWritableForm, () => false);
}

function hasWritableForm(): boolean {
  return [...guards].some(({ form }) => mapped(form(), isWritable));
}

/** Follows the forms that are sent from the page, and returns a function that stops this. */
export function watchForms(): () => void {
  const begin = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    submitting = target;
    lastSent = { form: target, noteStored: rememberValues(target) };
  };
  // A form that the browser itself sends replaces the page, unless the person continues to type.
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

/** Marks the values of the last form as stored, unless the server rejected them. */
export function rememberSaved(): void {
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
 * Returns whether a navigation leaves the page. A page stays when the address leads to its route with the same query.
 * While a dialog or panel is open, the rest of the query belongs to that, and only another tab removes the form.
 */
function isLeft(owner: string, from: Address, to: Address): boolean {
  const [here, there] = [routesOf(from), routesOf(to)];
  if (!there.includes(owner)) return true;
  const isAlone = here.at(-1) === owner && there.at(-1) === owner;
  return isAlone ? from.search !== to.search : currentView(from.search) !== currentView(to.search);
}

/** Returns the addresses of the nested routes that make up a page, outermost first. */
function routesOf({ pathname }: Address): string[] {
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

/** Returns the heading over the form with its tab or own name: `R. Lutchman, Employment`. */
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
