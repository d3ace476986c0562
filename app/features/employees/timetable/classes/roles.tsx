import type { RefObject } from "react";

type Radio = RefObject<HTMLInputElement>;
type RolesProps = {
  isLead: boolean;
  onChoose: (role: string) => void;
  roles: { lead: Radio; shared: Radio };
};

/** As what somebody has the class: two halves, of which one is chosen. */
export function Roles({ isLead, onChoose, roles }: RolesProps) {
  const halves = [
    { role: "lead", words: "Form teacher", isChosen: isLead, radio: roles.lead },
    { role: "co-teacher", words: "Co-teacher", isChosen: !isLead, radio: roles.shared },
  ];
  return (
    <fieldset className="halves" key={String(isLead)}>
      <legend className="sr-only">As</legend>
      {halves.map(({ role, words, isChosen, radio }) => (
        <label key={role}>
          <input
            defaultChecked={isChosen}
            name="role"
            onChange={() => onChoose(role)}
            ref={radio}
            type="radio"
            value={role}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
