import { Link } from "@remix-run/react";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { SendPicturesForm } from "./send-form.tsx";
import type { ListedPictureUploadView } from "./uploads.server.ts";
import { UPLOAD_RETENTION_DAYS } from "./uploads.ts";

type StartPageProps = { uploadId: string; uploads: ListedPictureUploadView[] };

export function PictureUploadsPage({ uploadId, uploads }: StartPageProps) {
  return (
    <>
      <PageHead
        about="Nothing is saved until you have checked the matches."
        title="Upload Student Pictures"
      />
      <div className="flex flex-col gap-4">
        <Panel title="Choose the pictures">
          <SendPicturesForm key={uploadId} kind="primary" uploadId={uploadId} />
        </Panel>
        {uploads.length === 0 ? null : (
          <Panel aside={`Kept for ${UPLOAD_RETENTION_DAYS} days`} flush title="Uploads">
            <ul className="divide-y divide-line">
              {uploads.map(({ url, begun, by, words }) => (
                <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 md:px-5" key={url}>
                  <Link className="inline-flex min-h-9 items-center font-semibold touch:min-h-11" to={url}>
                    {begun}
                  </Link>
                  <span className="text-muted">{by}</span>
                  <span className="md:ml-auto">{words}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  );
}
