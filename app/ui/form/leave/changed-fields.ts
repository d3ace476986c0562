type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The types of fields without values to lose: buttons, hidden fields and searches. */
const WITHOUT_VALUE = new Set(["hidden", "submit", "button", "reset", "image", "search"]);

/** The values that were saved since the page rendered. A field without one has its default stored. */
const storedValues = new WeakMap<Control, string>();

/** Returns the labels of the fields whose values differ from the stored ones. */
export function changedFields(form: HTMLFormElement): string[] {
  const changed = controlsOf(form).filter(
    (control) => valueOf(control) !== (storedValues.get(control) ?? defaultOf(control)),
  );
  return [...new Set(changed.map(labelOf))];
}

export function isWritable(form: HTMLFormElement): boolean {
  return controlsOf(form).length > 0;
}

/** Remembers the current values, and returns a function that marks them as stored. */
export function rememberValues(form: HTMLFormElement): () => void {
  const values = controlsOf(form).map((control) => [control, valueOf(control)] as const);
  return () => values.forEach(([control, value]) => storedValues.set(control, value));
}

/** Leaves out the current password, because a browser fills this field by itself. */
function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter((element): element is Control => {
    if (element.matches(":disabled")) return false;
    if (element instanceof HTMLInputElement)
      return !WITHOUT_VALUE.has(element.type) && element.autocomplete !== "current-password";
    return element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;
  });
}

function valueOf(control: Control): string {
  if (control instanceof HTMLSelectElement)
    return [...control.selectedOptions].map(({ value }) => value).join();
  return isTick(control) ? String(control.checked) : control.value;
}

/** A closed list without a default shows its first choice. */
function defaultOf(control: Control): string {
  if (!(control instanceof HTMLSelectElement))
    return isTick(control) ? String(control.defaultChecked) : control.defaultValue;
  const options = [...control.options];
  const chosen = options.filter(({ defaultSelected }) => defaultSelected);
  if (chosen.length > 0 || control.multiple) return chosen.map(({ value }) => value).join();
  return options.find(({ disabled }) => !disabled)?.value ?? "";
}

function isTick(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
}

/** Returns the label of a field, or of the group of a radio button. Only the bold part of a longer label counts. */
function labelOf(control: Control): string {
  const group = control.type === "radio" ? control.closest("[role=radiogroup], fieldset") : null;
  const named = group ?? control;
  const label =
    document.getElementById(named.getAttribute("aria-labelledby") ?? "") ??
    (group ? group.querySelector("legend") : control.labels?.[0]);
  const name = label?.querySelector("strong, .font-semibold") ?? label;
  const words = named.getAttribute("aria-label") ?? name?.textContent ?? "";
  return words.trim().replace(/\s+/g, " ");
}
