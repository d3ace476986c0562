/** What of the parser is used; it comes without types. */
declare module "saxen" {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: "openTag",
      listener: (name: string, attributes: () => Record<string, unknown>, decode: Decode) => void,
    ): this;
    on(event: "closeTag", listener: (name: string) => void): this;
    on(event: "text", listener: (text: string, decode: Decode) => void): this;
    on(event: "cdata", listener: (text: string) => void): this;
    on(event: "error", listener: (error: Error) => void): this;
    parse(xml: string): this;
    stop(): void;
  }
}
