import { useEffect, useRef, useState, type CSSProperties } from "react";
import { joinClassNames } from "../classes.ts";
import { waitForIdleNetwork } from "../loading/free-line.ts";

const GROUNDS = [
  "bg-blue-pale text-blue-dark",
  "bg-amber-pale text-amber-dark",
  "bg-olive-pale text-olive-dark",
  "bg-rose-pale text-rose-dark",
  "bg-lilac-pale text-lilac-dark",
  "bg-sage-pale text-sage-dark",
];

/** The last size is a portrait of 76 by 96 px; the others are squares. */
const SIZES = {
  28: "size-7 rounded text-13",
  32: "size-8 rounded text-13",
  40: "size-10 rounded text-15",
  96: "h-24 w-[76px] text-32",
} as const;

type StudentPictureProps = {
  /** The name with the last name first. Its first letter is the initial. */
  name: string;
  /** The student's key. It decides the background colour, so that a student has the same colour on every screen. */
  studentId: number;
  src?: string | null;
  size?: keyof typeof SIZES;
  className?: string;
};

/**
 * A square with the student's picture, or with the initial on a pale background. Screen readers skip it, because the
 * name is beside it.
 */
export function StudentPicture({ name, studentId, src, size = 28, className }: StudentPictureProps) {
  const square = joinClassNames(SIZES[size], "shrink-0", className);
  const { picture, isBroken, onError } = useBrokenPicture(src ?? null);
  const ground = GROUNDS[Math.abs(studentId) % GROUNDS.length];
  const initial = [...name.trim()][0]?.toLocaleUpperCase("en");
  const joined = src?.includes("#") ? placeInFile(src) : null;
  if (joined) {
    return (
      <span
        aria-hidden="true"
        className={joinClassNames(square, "joined-picture inline-grid place-items-center font-bold", ground)}
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
        className={joinClassNames(square, "max-w-none object-cover")}
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
    <span
      aria-hidden="true"
      className={joinClassNames(square, "inline-grid place-items-center font-bold", ground)}
    >
      {initial}
    </span>
  );
}

/**
 * Returns the style for one picture from the file of a class, in which all pictures are one below the other. The
 * picture is drawn over the initial, which remains visible without a network.
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

/** Tells whether a picture failed to load, for example without a network. The failure may be older than the script. */
export function useBrokenPicture(src: string | null) {
  const picture = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string | null>(null);

  useEffect(() => {
    const { complete = false, naturalWidth = 0, loading } = picture.current ?? {};
    // A lazy picture is requested only when it scrolls into view, so an unloaded lazy picture has not failed.
    if (complete && naturalWidth === 0 && loading !== "lazy") setBroken(src);
  }, [src]);

  return { picture, isBroken: src !== null && broken === src, onError: () => setBroken(src) };
}

/**
 * The maximum wait of pictures after the page has loaded. It also applies while a save is pending, and when the page's
 * scripts fail to load.
 */
const LONGEST_WAIT_MS = 4_000;

const WAITING = `(function(d){d.pictures="late";addEventListener("load",function(){setTimeout(function(){delete d.pictures},${LONGEST_WAIT_MS})})})(document.documentElement.dataset)`;

/**
 * A script for the head of the page. On a slow network the pictures of a class would delay scripts and saves. Pictures
 * in rows therefore wait until the page's scripts have loaded and typed values are saved, or until the maximum wait is
 * over. Without JavaScript, no picture waits.
 */
export function DelayPicturesScript({ nonce }: { nonce: string | undefined }) {
  useEffect(() => {
    void waitForIdleNetwork().then(() => delete document.documentElement.dataset.pictures);
  }, []);

  return <script dangerouslySetInnerHTML={{ __html: WAITING }} nonce={nonce} suppressHydrationWarning />;
}
