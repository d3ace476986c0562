type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields that hold nothing a person would miss: buttons, what the page itself sends along, and the words of a search. */
const WITHOUT_VALUE = new Set(["hidden", "submit", "button", "reset", "image", "search"]);

/** What fields were stored with since the page drew them; until then their defaults are what is stored. */
const storedValues = new WeakMap<Control, string>();

/** Returns the labels of the fields that hold something else than what is stored. */
export function changedFields(form: HTMLFormElement): string[] {
  const changed = controlsOf(form).filter(
    (control) => valueOf(control) !== (storedValues.get(control) ?? defaultOf(control)),
  );
  return [...new Set(changed.map(labelOf))];
}

/** Whether a person can type or choose something in the form. */
export function isWritable(form: HTMLFormElement): boolean {
  return controlsOf(form).length > 0;
}

/** Notes what the form holds now. @returns notes it as stored */
export function noteValues(form: HTMLFormElement): () => void {
  const values = controlsOf(form).map((control) => [control, valueOf(control)] as const);
  return () => values.forEach(([control, value]) => storedValues.set(control, value));
}

/** A browser fills in the current password by itself, which is no change. */
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

/** Where no choice is the default, a closed list shows its first. */
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

/** The name of a radio button is that of its group; of a label that says more, its bold part is the name. */
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
