import { Link, useLocation } from "@remix-run/react";

import type { ShownFile } from "./uploads.ts";

/** A page of photographs, class by class: faces over names are checked by looking. */
export function Faces({ files }: { files: readonly ShownFile[] }) {
  const { search } = useLocation();
  const labels = [...new Set(files.map(({ student }) => student?.label ?? ""))];
  return (
    <div className="grid gap-4 p-4 md:p-5">
      {labels.map((label) => {
        const inClass = files.filter(({ student }) => (student?.label ?? "") === label);
        return (
          <section key={label}>
            <h3 className="mb-2 text-13 font-semibold">
              {label}, {inClass.length}
            </h3>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(84px,1fr))] gap-x-6 gap-y-4">
              {inClass.map(({ id, name, picture, student, replaces, url }) => (
                <li className="min-w-0" key={id}>
                  <Link
                    className="block text-13 text-ink no-underline hover:underline"
                    preventScrollReset
                    title={name}
                    to={url + search}
                  >
                    <img
                      alt=""
                      className="mb-1 h-[106px] w-[84px] border border-rule bg-paper object-cover p-0.5"
                      height={106}
                      loading="lazy"
                      src={picture ?? undefined}
                      width={84}
                    />
                    <span className="block break-words">{student?.name}</span>
                    {replaces ? <span className="block text-muted">replaces one</span> : null}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
