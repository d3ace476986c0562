import { TabBox, TabField } from "./tab-field.tsx";
import { GRID, HALF, SHORT, THIRD, WIDE } from "./grid.ts";

export function PersonalFields() {
  return (
    <div className={GRID}>
      <TabField className={WIDE} name="address_home" />
      <TabField className={THIRD} name="town" />
      <TabField className={THIRD} name="country_of_birth" />
      <TabField className={THIRD} name="nationality" />
      <TabField className={THIRD} name="phone_mobile" />
      <TabField className={HALF} name="email" />
      <TabField className={HALF} name="previous_school" />
      <TabField className={THIRD} name="ethnic_group_id" />
      <TabField className={THIRD} name="religion_id" />
      <TabField className={SHORT} name="blood_group" />
      <TabField className={SHORT} name="device_type" />
      <TabBox className={`${THIRD} self-end`} name="internet_access" />
      <TabBox className={`${THIRD} self-end`} name="school_feeding" />
    </div>
  );
}
