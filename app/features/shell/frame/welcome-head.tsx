type WelcomeHeadProps = {
  /** First initial and last name; the last name alone for Admin (T2). */
  displayName: string;
  period: { label: string };
  /** 'Friday 26 June 2026'. */
  today: string;
};

export function WelcomeHead({ displayName, period, today }: WelcomeHeadProps) {
  return (
    <div className="mb-3 flex flex-col pt-2 md:mb-7 md:flex-row md:items-end md:justify-between md:border-b md:pb-6 md:pt-8">
      <div>
        <p className="text-muted">Welcome</p>
        <h1>{displayName}</h1>
      </div>
      <p className="md:text-right">
        <span className="font-semibold md:block md:font-serif md:text-18 md:font-bold md:normal-nums">
          {period.label}
        </span>
        <span aria-hidden="true" className="text-muted md:hidden">
          {" · "}
        </span>
        <span className="text-muted md:block">{today}</span>
      </p>
    </div>
  );
}
