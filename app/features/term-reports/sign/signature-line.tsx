import type { ReactNode } from "react";

type SignatureLineProps = {
  pictureUrl: string | null;
  /** The words under the line: the name and the date. */
  foot: string;
  /** The content on the line if there is no picture: the name, or that nobody has signed yet. */
  children: ReactNode;
};

/** Shows a signature on an ink rule. A picture of a signature has white paper around it, which blending hides. */
export function SignatureLine({ pictureUrl, foot, children }: SignatureLineProps) {
  return (
    <div className="min-w-0 max-w-[370px] max-lg:max-w-none">
      <div className="flex min-h-14 items-end border-b border-ink pb-1">
        {pictureUrl ? (
          <img
            alt="Signature"
            className="h-14 max-w-full object-contain object-left-bottom mix-blend-multiply"
            height={56}
            src={pictureUrl}
          />
        ) : (
          <span className="font-serif text-18 text-pen [&:has(span)]:font-sans [&:has(span)]:text-15">
            {children}
          </span>
        )}
      </div>
      <p className="mt-1 text-13 text-muted">{foot}</p>
    </div>
  );
}
