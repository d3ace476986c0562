import { FileChild, XmlComponent, type IContext, type IXmlableObject } from "docx";

/**
 * Text and tables of a Word file, written directly in the tree form that the library builds from its objects: a class
 * of cards has fifty thousand elements, which take twice the time as objects. Pictures, footers and the file around
 * them still come from the library.
 */
export type Element = Record<string, (object | string)[] | Attributes | { _attr: Attributes }>;

type Attributes = Record<string, string | number>;
type Part = Element | XmlComponent | string;

export function element(
  name: string,
  attributes: Attributes | null,
  children: readonly Part[] = [],
): Element {
  if (children.length === 0) return { [name]: attributes === null ? {} : { _attr: attributes } };
  return { [name]: attributes === null ? [...children] : [{ _attr: attributes }, ...children] };
}

export function isNamed(name: string, { [name]: content }: Element): boolean {
  return content !== undefined;
}

/** Wraps an element where the library accepts only its own objects. */
export class WordBlock extends FileChild {
  readonly #element: Element;

  constructor(own: Element) {
    super(Object.keys(own)[0] ?? "");
    this.#element = own;
  }

  override prepForXml(context: IContext): IXmlableObject {
    return withPictures(this.#element, context) as IXmlableObject;
  }
}

function withPictures(part: object | string, context: IContext): unknown {
  if (typeof part === "string") return part;
  if (part instanceof XmlComponent) return part.prepForXml(context);
  for (const content of Object.values(part)) {
    if (!Array.isArray(content)) continue;
    const parts: unknown[] = content;
    for (const [place, each] of parts.entries())
      if (typeof each === "object" && each !== null) parts[place] = withPictures(each, context);
  }
  return part;
}
