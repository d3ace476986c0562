import { ButtonLink } from "#ui/form/button.tsx";

type SessionsLineProps = {
  words: string;
  /** Where they are taken from the register; null for who does not write these reports. */
  url: string | null;
};

/** Where the sessions of the class's reports come from, and the way to take them from the register. */
export function SessionsLine({ words, url }: SessionsLineProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="text-muted">{words}</p>
      {url ? (
        <ButtonLink className="print:hidden" preventScrollReset to={url}>
          Take from the Register
        </ButtonLink>
      ) : null}
    </div>
  );
}
