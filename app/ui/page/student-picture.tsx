import { useEffect, useRef, useState, type CSSProperties } from "react";
import { classes } from "../classes.ts";
import { lineIsFree } from "../loading/free-line.ts";

const GROUNDS = [
  "bg-blue-pale text-blue-dark",
  "bg-amber-pale text-amber-dark",
  "bg-olive-pale text-olive-dark",
  "bg-rose-pale text-rose-dark",
  "bg-lilac-pale text-lilac-dark",
  "bg-sage-pale text-sage-dark",
];

/** The last size is for a portrait of 76 by 96 px; the others are squares. */
const SIZES = {
  28: "size-7 rounded text-13",
  32: "size-8 rounded text-13",
  40: "size-10 rounded text-15",
  96: "h-24 w-[76px] text-32",
} as const;

type StudentPictureProps = {
  /** The name with the last name first, so that its first letter is the initial. */
  name: string;
  /** The student's key, from which the background colour is chosen, so that it is the same on every screen. */
  studentId: number;
  src?: string | null;
  size?: keyof typeof SIZES;
  className?: string;
};

/**
 * A square with the student's picture, or the initial on a pale background. Screen readers skip it, because the name is
 * beside it.
 */
export function StudentPicture({ name, studentId, src, size = 28, className }: StudentPictureProps) {
  const square = classes(SIZES[size], "shrink-0", className);
  const { picture, isBroken, onError } = useBrokenPicture(src ?? null);
  const ground = GROUNDS[Math.abs(studentId) % GROUNDS.length];
  const initial = [...name.trim()][0]?.toLocaleUpperCase("en");
  const joined = src?.includes("#") ? placeInFile(src) : null;
  if (joined) {
    return (
      <span
        aria-hidden="true"
        className={classes(square, "joined-picture inline-grid place-items-center font-bold", ground)}
        style={joined}
      >
        {initial}
      </span>
    );
  }
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
  return (
    <span aria-hidden="true" className={classes(square, "inline-grid place-items-center font-bold", ground)}>
      {initial}
    </span>
  );
}

/**
 * Returns the style of one picture in the file of a class, whose pictures stand one below the other. It is drawn over
 * the initial, which stays when there is no network.
 */
function placeInFile(src: string): CSSProperties {
  const [file = "", place = ""] = src.split("#");
  const [index = 0, count = 1] = place.split("/").map(Number);
  const at = count > 1 ? (100 * index) / (count - 1) : 0;
  const names = {
    "--file": `url(${file})`,
    "--at": `${Number(at.toFixed(4))}%`,
    "--count": `${100 * count}%`,
  };
  return names as CSSProperties;
}

/**
 * Tells whether a picture failed to load, for example without a network, which may have happened before the script
 * loaded.
 */
export function useBrokenPicture(src: string | null) {
  const picture = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string | null>(null);

  useEffect(() => {
    const { complete = false, naturalWidth = 0, loading } = picture.current ?? {};
    // The browser requests a lazy picture only when it scrolls into view, so an unloaded one has not failed.
    if (complete && naturalWidth === 0 && loading !== "lazy") setBroken(src);
  }, [src]);

  return { picture, isBroken: src !== null && broken === src, onError: () => setBroken(src) };
}

/**
 * After the page has loaded, its pictures wait no longer than this, also when no script takes the page over and while a
 * save is on its way.
 */
const LONGEST_WAIT_MS = 4_000;

const WAITING = `(function(d){d.pictures="late";addEventListener("load",function(){setTimeout(function(){delete d.pictures},${LONGEST_WAIT_MS})})})(document.documentElement.dataset)`;

/**
 * A script for the head. Pictures in rows wait until the page's scripts have loaded and what was typed is saved, or
 * until the longest wait is over, because on a slow network the pictures of a class would delay both. Without script
 * nothing waits.
 */
export function DelayPicturesScript({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    void lineIsFree().then(() => delete document.documentElement.dataset.pictures);
  }, []);

  return <script dangerouslySetInnerHTML={{ __html: WAITING }} nonce={nonce} suppressHydrationWarning />;
}
