import type { ReactNode } from "react";

type PageHeadProps = {
  title: string;
  /** A muted line under the title about the person or thing on the screen. */
  about?: ReactNode;
  /** Buttons at the right; on a phone they share the full width under the title. */
  actions?: ReactNode;
};

/** The one h1 of a screen, with its main actions. */
export function PageHead({ title, about, actions }: PageHeadProps) {
  return (
    <div className="mb-4 flex flex-col gap-3 md:flex-row md:items-center md:justify-between">
      <div className="min-w-0">
        <h1>{title}</h1>
        {about ? <div className="text-13 text-muted">{about}</div> : null}
      </div>
      {actions ? (
        <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:shrink-0 print:hidden">
          {actions}
        </div>
      ) : null}
    </div>
  );
}
