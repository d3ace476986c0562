/** Something else stands in a field than was served. */
export function isTyped(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement)
      return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement) || field.type === "hidden") return false;
    const { checked, defaultChecked, value, defaultValue } = field;
    return checked !== defaultChecked || value !== defaultValue;
  });
}
