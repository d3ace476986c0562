import { joinClassNames } from "../classes.ts";
import { useBrokenPicture } from "../page/student-picture.tsx";

const SIZES = { 32: "size-8 text-13 max-md:size-10", 64: "size-16 text-24" } as const;

type PersonCircleProps = {
  initials: string;
  src: string | null;
  size?: keyof typeof SIZES;
};

/** An employee's picture or initials, hidden from screen readers because the name is beside it. */
export function PersonAvatar({ initials, src, size = 32 }: PersonCircleProps) {
  const { picture, isBroken, onError } = useBrokenPicture(src);
  const circle = joinClassNames(SIZES[size], "shrink-0 rounded-full bg-cream-2");
  if (src && !isBroken) {
    return (
      <img
        alt=""
        className={joinClassNames(circle, "max-w-none object-cover object-top")}
        height={size}
        loading="lazy"
        onError={onError}
        ref={picture}
        src={src}
        width={size}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={joinClassNames(circle, "inline-grid place-items-center font-bold text-red")}
    >
      {initials}
    </span>
  );
}
