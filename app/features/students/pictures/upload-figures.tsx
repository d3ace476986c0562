import { Link } from "@remix-run/react";
import { withQuery } from "#domain/paths.ts";
import { classes } from "#ui/classes.ts";
import { FigurePlace, FigureStrip } from "#ui/list/figure-strip.tsx";

import type { UploadView } from "./uploads.server.ts";
import type { UploadFilter } from "./uploads.ts";

type Told = { show: UploadFilter | null; label: string; figure: number; about: string };

/** Each figure shows its own alone. */
export function UploadFigures({ upload }: { upload: UploadView }) {
  return (
    <FigureStrip>
      {figuresOf(upload).map((told) => (
        <FigurePlace key={told.label}>
          <Figure told={told} upload={upload} />
        </FigurePlace>
      ))}
    </FigureStrip>
  );
}

function figuresOf({ counts, without }: UploadView): Told[] {
  const { files, ready, needs, refused, saved, replaced } = counts;
  const matched = saved > 0 ? { label: "Saved", figure: saved } : { label: "Matched", figure: ready };
  const replacing = `${replaced} of them replace${saved > 0 ? "d" : ""} a picture`;
  return [
    { show: "needs", label: "Need you", figure: needs, about: "left out until chosen" },
    { show: "matched", ...matched, about: replacing },
    { show: null, label: "All files", figure: files, about: `${refused} refused` },
    {
      show: "without",
      label: "Still without a picture",
      figure: without.students,
      about: `of ${without.of} students`,
    },
  ];
}

type FigureProps = { told: Told; upload: UploadView };

function Figure({ told: { show, label, figure, about }, upload }: FigureProps) {
  const isCurrent = upload.show === show;
  return (
    <Link
      aria-current={isCurrent ? "true" : undefined}
      className={classes(
        "group flex h-full flex-col border-b-[3px] px-4 pb-2 pt-3 text-ink no-underline hover:text-ink md:px-5",
        isCurrent ? "border-red" : "border-transparent hover:border-rule",
      )}
      preventScrollReset
      to={withQuery(upload.base, { show })}
    >
      <span
        className={classes(
          "font-semibold group-hover:text-red group-hover:underline",
          isCurrent && "text-red",
        )}
      >
        {label}
      </span>
      <span className="text-32 font-bold">{figure.toLocaleString("en")}</span>
      <span className="text-13 text-muted">{about}</span>
    </Link>
  );
}
