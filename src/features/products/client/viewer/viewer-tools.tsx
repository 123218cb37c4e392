import { classNames } from "#ui/class-names.ts";
import { Icon, type IconName } from "#ui/icon.tsx";
import styles from "./image-viewer.module.css";
import { largestScale, zoomStep } from "./viewer-zoom.ts";

type ViewerToolsProps = {
  /** "2 of 5" */
  position: string;
  scale: number;
  onZoom: (scale: number) => void;
  download: { href: string; name: string };
  onClose: () => void;
};

/** Toolbar above the image: position, zoom, download, close. */
export function ViewerTools({ position, scale, onZoom, download, onClose }: ViewerToolsProps) {
  return (
    <div className={styles.tools}>
      <p className={styles.position} aria-live="polite">
        <span className="visually-hidden">Image </span>
        {position}
      </p>
      <ViewerButton
        icon="minus"
        label="Zoom out"
        isBlocked={scale <= 1}
        onClick={() => onZoom(scale / zoomStep)}
      />
      <button type="button" className={styles.tool} title="Fit image" onClick={() => onZoom(1)}>
        <span className="visually-hidden">Fit image, zoom now </span>
        <span className={styles.percent}>{Math.round(scale * 100)}%</span>
      </button>
      <ViewerButton
        icon="plus"
        label="Zoom in"
        isBlocked={scale >= largestScale}
        onClick={() => onZoom(scale * zoomStep)}
      />
      <a
        href={download.href}
        download={download.name}
        className={styles.tool}
        aria-label="Download image"
        title="Download image"
      >
        <Icon name="download" />
      </a>
      <ViewerButton icon="close" label="Close" onClick={onClose} />
    </div>
  );
}

type ViewerButtonProps = {
  icon: IconName;
  label: string;
  /** True if there is no further image that way; the button stays focusable. */
  isBlocked?: boolean;
  className?: string | undefined;
  onClick: () => void;
};

/** Square button of the viewer, white on black in both themes. */
export function ViewerButton({ icon, label, isBlocked = false, className, onClick }: ViewerButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles.tool, className)}
      aria-label={label}
      title={label}
      aria-disabled={isBlocked || undefined}
      onClick={isBlocked ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
