import type { ReactNode } from "react";

type SignatureLineProps = {
  pictureUrl: string | null;
  /** Under the line: who, and when. */
  foot: string;
  /** On the line where there is no picture: the name, or that nobody signed yet. */
  children: ReactNode;
};

/** An ink rule with what stands on it, blue-black; a picture of a signature is on white paper, which is not to be seen. */
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
