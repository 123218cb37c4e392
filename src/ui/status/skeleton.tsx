import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import styles from "./skeleton.module.css";

type SkeletonProps = {
  /** CSS values: a token as `var(--size-…)` or a percentage. Give what the content will take: no layout shift. */
  width?: string;
  height?: string;
  isRound?: boolean;
  className?: string;
};

/** A grey place-holder of the final size; hidden from assistive technology. */
export function Skeleton({ width = "100%", height = "1em", isRound, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.skeleton, isRound && styles.round, className)}
      style={{ inlineSize: width, blockSize: height }}
    />
  );
}

/** Lines of text to come; the last one is shorter. Each takes the line height of the text around it. */
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

/** Words as long as those to come: they take the same lines at every width and text size. */
export function SkeletonWords({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className={styles.words}>
      {children}
    </span>
  );
}

type LoadingRegionProps = { label: string; className?: string; children: ReactNode };

/** Says once, politely, what is loading; its skeletons are for the eyes. */
export function LoadingRegion({ label, className, children }: LoadingRegionProps) {
  return (
    <div className={className} aria-busy="true">
      <output className="visually-hidden">{label}</output>
      {children}
    </div>
  );
}
