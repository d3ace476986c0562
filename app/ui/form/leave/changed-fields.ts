type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The types of controls without a value that could be lost: buttons, hidden fields and searches. */
const WITHOUT_VALUE = new Set(["hidden", "submit", "button", "reset", "image", "search"]);

/** The values that were saved after the page was rendered. For any other field, the default is the stored value. */
const storedValues = new WeakMap<Control, string>();

/** Returns the labels of the fields whose values differ from the stored values. */
export function listChangedFieldLabels(form: HTMLFormElement): string[] {
  const changed = controlsOf(form).filter(
    (control) => valueOf(control) !== (storedValues.get(control) ?? defaultOf(control)),
  );
  return [...new Set(changed.map(labelOf))];
}

export function hasWritableFields(form: HTMLFormElement): boolean {
  return controlsOf(form).length > 0;
}

/** Remembers the current values. Returns a function that marks the remembered values as stored. */
export function rememberValues(form: HTMLFormElement): () => void {
  const values = controlsOf(form).map((control) => [control, valueOf(control)] as const);
  return () => values.forEach(([control, value]) => storedValues.set(control, value));
}

/** Returns the form's controls, except for the current password, which browsers fill in themselves. */
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

/** Returns the default value of a control. For a drop-down list without a selected option, this is the first option. */
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

/**
 * Returns the label of a field, or the label of its group for a radio button. If part of the label is bold, only that
 * part is returned.
 */
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
