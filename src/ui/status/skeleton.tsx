import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import styles from "./skeleton.module.css";

type SkeletonProps = {
  /** CSS value: a token as `var(--size-…)` or a percentage. Use the content's final size to avoid a layout shift. */
  width?: string;
  height?: string;
  isRound?: boolean;
  className?: string;
};

/** A gray placeholder of the final size, hidden from assistive technology. */
export function Skeleton({ width = "100%", height = "1em", isRound, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.skeleton, isRound && styles.round, className)}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}

/** Placeholder for lines of text; the last one is shorter. Each has the line height of the surrounding text. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <span aria-hidden="true" className={styles.text}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line}>
          <Skeleton width={lines > 1 && line === lines - 1 ? "62%" : "100%"} height="0.8em" />
        </span>
      ))}
    </span>
  );
}

/** Placeholder as long as the final text, so that it takes the same lines at every width and text size. */
export function SkeletonWords({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className={styles.words}>
      {children}
    </span>
  );
}

type LoadingRegionProps = { label: string; className?: string; children: ReactNode };

/** Announces once, politely, what is loading; its skeletons are only visual. */
export function LoadingRegion({ label, className, children }: LoadingRegionProps) {
  return (
    <div className={className} aria-busy="true">
      <output className="visually-hidden">{label}</output>
      {children}
    </div>
  );
}
