import { queryRow, queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { PictureUpload } from "../../models/uploads/picture-uploads.ts";
import type { Account } from "../../models/accounts.ts";
import type { Employee } from "../../models/people.ts";
import type { NullableColumns } from "../../models/rows.ts";

export type PictureUploadRow = PictureUpload &
  NullableColumns<Pick<Employee, "first_name" | "last_name"> & Pick<Account, "user_name">> & {
    files: number;
    saved: number;
    kept_until: Date;
  };

/** Lists the uploads that have not expired, newest first. @param params.uploadId one upload, or null for all */
export function listPictureUploads(
  params: { uploadId: string | null; days: number; limit: number },
  t: ReadTransaction,
): Promise<PictureUploadRow[]> {
  return queryRows<PictureUploadRow>(
    `select u.upload_id, u.asked_by, u.begun_at, u.saved_at, u.archive, u.archive_name, u.archive_entries, u.failure,
            u.begun_at + make_interval(days => $days) as kept_until, a.user_name, e.first_name, e.last_name,
            (select count(*)::integer from picture_upload_files f where f.upload_id = u.upload_id) as files,
            (select count(*)::integer from picture_upload_files f
              where f.upload_id = u.upload_id and f.saved_at is not null) as saved
       from picture_uploads u
       left join accounts a on a.account_id = u.asked_by
       left join employees e using (employee_id)
      where ($uploadId::text is null or u.upload_id = $uploadId)
        and u.begun_at > now() - make_interval(days => $days)
      order by u.begun_at desc, u.upload_id
      limit $limit`,
    params,
    t,
  );
}

/** Locks an upload until the transaction ends. Creates the upload if it does not exist. */
export async function lockOrCreatePictureUpload(
  params: { uploadId: string; accountId: number },
  t: Transaction,
): Promise<PictureUpload | null> {
  await runQuery(
    `insert into picture_uploads (upload_id, asked_by) values ($uploadId, $accountId)
         on conflict (upload_id) do nothing`,
    params,
    t,
  );
  return lockPictureUpload(params, t);
}

export function lockPictureUpload(
  { uploadId }: { uploadId: string },
  t: Transaction,
): Promise<PictureUpload | null> {
  return queryRow<PictureUpload>(
    `select u.upload_id, u.asked_by, u.begun_at, u.saved_at, u.archive, u.archive_name, u.archive_entries, u.failure
       from picture_uploads u
      where u.upload_id = $uploadId
      order by u.upload_id
        for update`,
    { uploadId },
    t,
  );
}

/** Marks an upload as saved. Call `lockOrCreatePictureUpload` first. */
export function setPictureUploadSaved(
  params: { uploadId: string; isSaved: boolean },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update picture_uploads set saved_at = case when $isSaved::boolean then now() end where upload_id = $uploadId`,
    params,
    t,
  );
}

type Archive = { uploadId: string; archive: string; name: string; entries: number };

/** Stores a ZIP file of an upload, for a worker to unpack. */
export function saveUploadedZipFile(params: Archive, t: Transaction): Promise<void> {
  return runQuery(
    `update picture_uploads
        set archive = $archive, archive_name = $name, archive_entries = $entries, failure = ''
      where upload_id = $uploadId`,
    params,
    t,
  );
}

/** Marks the unpacking as ended. If it failed, `failure` is the reason. */
export function markUploadUnpacked(
  params: { uploadId: string; archive: string; failure: string },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update picture_uploads set archive = null, failure = $failure where upload_id = $uploadId and archive = $archive`,
    params,
    t,
  );
}

/** Lists the uploads with a ZIP file that waits for a worker. */
export async function listUploadsToUnpack(t: ReadTransaction): Promise<string[]> {
  const waiting = await queryRows<Pick<PictureUpload, "upload_id">>(
    "select u.upload_id from picture_uploads u where u.archive is not null order by u.begun_at, u.upload_id",
    {},
    t,
  );
  return waiting.map(({ upload_id }) => upload_id);
}

/** Deletes an abandoned upload. Nothing then refers to its files, so the nightly job deletes them. */
export function deletePictureUpload(params: { uploadId: string }, t: Transaction): Promise<void> {
  return runQuery("delete from picture_uploads where upload_id = $uploadId", params, t);
}

export function deleteOldUploads(params: { days: number }, t: Transaction): Promise<void> {
  return runQuery(
    "delete from picture_uploads where begun_at < now() - make_interval(days => $days)",
    params,
    t,
  );
}
