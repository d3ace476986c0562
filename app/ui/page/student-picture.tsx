import { useEffect, useRef, useState } from "react";

import { classes } from "../classes.ts";

const GROUNDS = [
  "bg-blue-pale text-blue-dark",
  "bg-amber-pale text-amber-dark",
  "bg-olive-pale text-olive-dark",
  "bg-rose-pale text-rose-dark",
  "bg-lilac-pale text-lilac-dark",
  "bg-sage-pale text-sage-dark",
];

/** The last is a portrait: 76 by 96, as it would be glued into a register. */
const SIZES = {
  28: "size-7 rounded text-13",
  32: "size-8 rounded text-13",
  40: "size-10 rounded text-15",
  96: "h-24 w-[76px] text-32",
} as const;

type StudentPictureProps = {
  /** As the register names them: the initial is of the last name. */
  name: string;
  /** The student's own number: it keeps the ground the same on every screen. */
  studentId: number;
  src?: string | null;
  size?: keyof typeof SIZES;
  className?: string;
};

/** A square with the student's picture, or the initial on a pale ground. The name stands beside it, so it is silent. */
export function StudentPicture({ name, studentId, src, size = 28, className }: StudentPictureProps) {
  const square = classes(SIZES[size], "shrink-0", className);
  const { picture, isBroken, onError } = useBroken(src ?? null);
  if (src && !isBroken) {
    return (
      <img
        alt=""
        className={classes(square, "max-w-none object-cover")}
        decoding="async"
        height={size}
        loading={size === 96 ? undefined : "lazy"}
        onError={onError}
        ref={picture}
        src={src}
        width={size === 96 ? 76 : size}
      />
    );
  }
  const ground = GROUNDS[Math.abs(studentId) % GROUNDS.length];
  return (
    <span aria-hidden="true" className={classes(square, "inline-grid place-items-center font-bold", ground)}>
      {[...name.trim()][0]?.toLocaleUpperCase("en")}
    </span>
  );
}

/** The initial stands for a picture that cannot be had, such as without network, or that failed before script came. */
export function useBroken(src: string | null) {
  const picture = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string | null>(null);

  useEffect(() => {
    const { complete = false, naturalWidth = 0, loading } = picture.current ?? {};
    // A picture that is not asked for before it is scrolled to has neither come nor failed yet.
    if (complete && naturalWidth === 0 && loading !== "lazy") setBroken(src);
  }, [src]);

  return { picture, isBroken: src !== null && broken === src, onError: () => setBroken(src) };
}

const WAITING =
  '(function(d){d.scripts="coming";addEventListener("load",function(){delete d.scripts})})(document.documentElement.dataset)';

/**
 * For the head: lazy pictures wait until the page's scripts are there, or have failed. On a slow network those of a class
 * would take a second from them. Without script nothing waits.
 */
export function LatePictures({ nonce }: { nonce: string | undefined }) {
  return <script dangerouslySetInnerHTML={{ __html: WAITING }} nonce={nonce} suppressHydrationWarning />;
}
