import { FileChild, XmlComponent, type IContext, type IXmlableObject } from "docx";

/**
 * Text and tables of a Word file, written as the trees that the library makes of its own objects: a class of cards has
 * fifty thousand elements, and as objects of their own they take twice the time. Pictures, feet and the file around them
 * stay the library's.
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

/** An element where the library takes only what it made itself. */
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
