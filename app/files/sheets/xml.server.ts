import { Parser } from "saxen";

type Attributes = Record<string, string>;

type Listening = {
  open: (name: string, attributes: () => Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
  /** Asked at every element: whether the rest is of no interest. */
  isEnough?: () => boolean;
};

/** Reads XML from its beginning to its end, names without the prefix of their namespace. Entities of its own are not resolved. @throws where it is no XML */
export function elements(xml: string, { open, close, text, isEnough }: Listening): void {
  if (xml === "") return;
  const parser = new Parser();
  parser.on("openTag", (name, attributes, decode) => {
    const decoded = (): Attributes =>
      Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [key, decode(String(value))]));
    open(withoutPrefix(name), decoded);
    if (isEnough?.()) parser.stop();
  });
  if (close) parser.on("closeTag", (name) => close(withoutPrefix(name)));
  if (text) {
    parser.on("text", (value, decode) => text(decode(value)));
    parser.on("cdata", (value) => text(value));
  }
  parser.on("error", (error) => {
    throw error;
  });
  parser.parse(xml);
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
