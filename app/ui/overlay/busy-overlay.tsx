import { Icon } from "../page/icon.tsx";

type BusyOverlayProps = { shown: boolean; label: string };

/** Covers its nearest positioned parent while a request is pending. A delay hides it for quick responses. */
export function BusyOverlay({ shown, label }: BusyOverlayProps) {
  return (
    <div role="status">
      {shown ? (
        <div className="absolute inset-0 z-10 grid animate-appear place-items-center rounded bg-cream/90">
          <p className="flex items-center gap-3 text-18 font-semibold text-red">
            <Icon className="animate-turn" name="ring" size={24} />
            {label}
          </p>
        </div>
      ) : null}
    </div>
  );
}
