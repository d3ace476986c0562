import { attribute, plain } from "#tests/attacks/crawl.ts";

export type Control = {
  name: string;
  value: string;
  /** The type of the control: `text`, `password`, `textarea`, `select`, `submit` and so on. */
  type: string;
  /** Whether the browser stops at a length. */
  isLimited: boolean;
};
export type PageForm = {
  page: string;
  action: string;
  method: string;
  takesFile: boolean;
  controls: Control[];
};

const TYPED = ["text", "search", "email", "tel", "password", "textarea"];
const TAGS = /<(\/?)(form|input|select|option|textarea|button)\b((?:[^>"]|"[^"]*")*)>([^<]*)/g;

/** Tells whether people type any text into a control. */
export function isTypedIn({ type }: Control): boolean {
  return TYPED.includes(type);
}

/** Reads the forms of a page with the values that a browser without script would send. */
export function listForms(html: string, page: string): PageForm[] {
  const forms = new Map<string, PageForm>();
  let open = "";
  let select: Control | null = null;
  for (const [, end, tag = "", attributes = "", text = ""] of html.matchAll(TAGS)) {
    if (tag === "form") {
      open = end ? "" : attribute(attributes, "id") || `form ${forms.size}`;
      if (open) Object.assign(formWithId(open), readForm(attributes, page));
    } else if (tag === "option") {
      const value = attribute(attributes, "value");
      if (select && (select.value === "" || /\sselected\b/.test(attributes))) select.value = value;
    } else if (!end) {
      const control = readControl(tag, attributes, plain(text));
      const owner = attribute(attributes, "form") || open;
      if (control && owner) formWithId(owner).controls.push(control);
      select = tag === "select" ? control : select;
    }
  }
  return [...forms.values()];

  /** A control outside its form can come before the form. */
  function formWithId(id: string): PageForm {
    const form = forms.get(id) ?? { ...readForm("", page), controls: [] };
    forms.set(id, form);
    return form;
  }
}

function readForm(attributes: string, page: string) {
  return {
    page,
    action: attribute(attributes, "action") || page,
    method: attribute(attributes, "method").toLowerCase() || "get",
    takesFile: /multipart/.test(attributes),
  };
}

/** Reads a control, or null if a browser would not send it or nobody can change it. */
function readControl(tag: string, attributes: string, inside: string): Control | null {
  const usual = { input: "text", button: "submit" }[tag] ?? tag;
  const type = (tag !== "textarea" && tag !== "select" && attribute(attributes, "type")) || usual;
  const isUnticked = (type === "checkbox" || type === "radio") && !/\schecked\b/.test(attributes);
  if (isUnticked || type === "file" || type === "button" || /\s(?:disabled|readonly)\b/i.test(attributes))
    return null;
  return {
    name: attribute(attributes, "name"),
    value: tag === "textarea" ? inside : attribute(attributes, "value"),
    type,
    isLimited: /\smaxlength\b/i.test(attributes),
  };
}
