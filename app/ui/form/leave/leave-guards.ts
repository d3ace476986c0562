import { matchRoutes, useActionData, useResolvedPath } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore, type RefObject } from "react";
import { viewOf } from "#domain/people/record-place.ts";

import { createEmitter } from "../../emitter.ts";
import { changedFields, isWritable, noteValues } from "./changed-fields.ts";

export type Place = Pick<URL, "pathname" | "search">;

/** What would be lost: the fields by their labels, what they belong to, and the form that could save them. */
export type Unsaved = { fields: readonly string[]; of: string; form: HTMLFormElement | null };

/** A form by its id, by a reference to it, or by a reference to one of its fields. */
type FormRef = string | RefObject<HTMLFormElement> | RefObject<HTMLInputElement>;

type Guard = {
  fields: () => readonly string[];
  of: () => string;
  /** Whether going from one address to another takes it off the page. */
  isLeft: (from: Place, to: Place) => boolean;
  form: () => HTMLFormElement | null;
  /** The server did not take what the form shows. */
  isRejected: () => boolean;
};

const guards = new Set<Guard>();
const guardChanges = createEmitter();

/** The form that is just being sent: that is no way out of it. */
let submitting: HTMLFormElement | null = null;
let lastSent: { form: HTMLFormElement; noteStored: () => void } | null = null;

/** Somebody wants to go where the router does not lead, and is asked first. */
export const leaveRequests = createEmitter<[go: () => void]>();

/**
 * Asks before the form is left with values that are not saved, whichever way leads out: link, tab, Escape, Back.
 * @param ref null for a form that need not ask
 * @param isRejected whether the form shows what the server did not take; where this is not given, every answer but a
 * redirect counts as that
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

/** The same for a record whose fields save by themselves. @param fields returns those that are not saved */
export function useUnsavedFields(fields: () => readonly string[], of: string): void {
  useGuard({ fields, of: () => of, form: () => null, isRejected: () => false });
}

/** Returns what would be lost on the way from one address to another; without a way, by closing the page. */
export function unsavedBefore(way: { from: Place; to: Place } | null): Unsaved[] {
  return [...guards].flatMap((guard) => {
    if (way && !guard.isLeft(way.from, way.to)) return [];
    const [form, fields] = [guard.form(), guard.fields()];
    if (form !== null && form === submitting) return [];
    const isRejected = form !== null && isWritable(form) && guard.isRejected();
    return fields.length > 0 || isRejected ? [{ fields, of: guard.of(), form }] : [];
  });
}

/** Whether the page has a form in which a person can type something that its button saves. */
export function useHasWritableForm(): boolean {
  return useSyncExternalStore(guardChanges.subscribe, hasWritableForm, () => false);
}

function hasWritableForm(): boolean {
  return [...guards].some(({ form }) => mapped(form(), isWritable));
}

/** Follows the forms that are sent from the page. @returns stops following */
export function watchForms(): () => void {
  const begin = ({ target }: Event) => {
    if (!(target instanceof HTMLFormElement)) return;
    submitting = target;
    lastSent = { form: target, noteStored: noteValues(target) };
  };
  // A form that the browser itself sends takes the page with it, unless somebody types on.
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

/** The form that was sent last is answered: what it held is stored, unless it was rejected. */
export function noteAnswer(): void {
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
 * A page stays as long as the address leads to its route with the same query. While something is open over the page, or
 * beside it, the rest of the query is about that: then only another tab takes the page's form away.
 */
function isLeft(owner: string, from: Place, to: Place): boolean {
  const [here, there] = [routesOf(from), routesOf(to)];
  if (!there.includes(owner)) return true;
  const isAlone = here.at(-1) === owner && there.at(-1) === owner;
  return isAlone ? from.search !== to.search : viewOf(from.search) !== viewOf(to.search);
}

/** The addresses of the nested routes that a page is made of, from the outermost on. */
function routesOf({ pathname }: Place): string[] {
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

/** `R. Lutchman, Employment`: the heading over the form, and the tab or the form's own name. */
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
