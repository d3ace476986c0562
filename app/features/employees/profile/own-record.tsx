import type { ReactNode } from "react";
import { besideUrl, type RecordPlace } from "#domain/people/record-place.ts";
import { SaveFormButton } from "#saving/screen/form/record-form.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { PersonCircle } from "#ui/list/person-circle.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { Panel } from "#ui/page/panel.tsx";

import { OpenRecord, ProfileTabs } from "./profile-dialog.tsx";
import type { ProfileTab } from "./profile.ts";

type OwnRecordProps = {
  profile: ProfileTab;
  place: RecordPlace;
  failed: Failed | null;
  /** Its documents, where they are shown. */
  panel: ReactNode;
};

/** A person's own record on their own page: the same tabs as the office has (A6), but Access. */
export function OwnRecord({ profile, place, failed, panel }: OwnRecordProps) {
  const { picture, initials, name, about } = profile.head;
  const documents = besideUrl(place, panel === null ? "documents" : null);
  return (
    <Panel>
      <div className="mb-3 flex flex-wrap items-center gap-4">
        <PersonCircle initials={initials} size={64} src={picture} />
        <div className="min-w-0 flex-1">
          <h2 className="break-words text-24">{name}</h2>
          <p className="text-13 text-muted">{about}</p>
        </div>
        <ButtonLink className="max-md:w-full" icon="document" preventScrollReset to={documents}>
          {panel === null ? "Add/View Documents" : "Close documents"}
        </ButtonLink>
      </div>
      {panel === null ? null : <div className="mb-6">{panel}</div>}
      <ProfileTabs head={{ ...profile.head, isSeenByAdmin: false }} place={place} />
      <OpenRecord failed={failed} profile={profile} />
      {profile.closed === null ? (
        <div className="mt-4 flex justify-end">
          <SaveFormButton>Update Information</SaveFormButton>
        </div>
      ) : null}
    </Panel>
  );
}
