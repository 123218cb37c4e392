import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { useOnNavigation } from "../layouts/on-navigation.ts";
import { keepRailChoice, readRailChoice } from "./rail-memory.ts";
import { useMediaQuery } from "./use-media-query.ts";

/** Width from which the expanded rail fits beside the screen; same breakpoints as the stylesheets. */
const besideQuery = "(min-width: 960px)";
const barQuery = "(max-width: 599px)";
/** Width from which the rail is expanded by default. */
const startsExpandedQuery = "(min-width: 1200px)";

export type Rail = {
  ref: RefObject<HTMLElement | null>;
  isExpanded: boolean;
  /** Expanded over the screen; closes on Escape, a press outside, or navigation. */
  isOverlaid: boolean;
  /** Bar at the bottom of a phone, never expanded. */
  isBar: boolean;
  toggle: () => void;
};

/** Manages the rail's state: remembered beside the screen, temporary over it. */
export function useRail(): Rail {
  const isBeside = useMediaQuery(besideQuery);
  const isBar = useMediaQuery(barQuery);
  const startsExpanded = useMediaQuery(startsExpandedQuery);
  const [choice, setChoice] = useState(readRailChoice);
  const [isOpenOver, setOpenOver] = useState(false);
  const ref = useRef<HTMLElement>(null);
  const isOverlaid = isOpenOver && !isBeside && !isBar;
  const isExpanded = isBeside ? (choice ?? startsExpanded) : isOverlaid;

  useOnNavigation(() => setOpenOver(false));
  useCloseFromOutside(ref, isOverlaid, () => setOpenOver(false));

  function toggle(): void {
    if (!isBeside) {
      setOpenOver(!isOpenOver);
      return;
    }
    setChoice(!isExpanded);
    keepRailChoice(!isExpanded);
  }

  return { ref, isExpanded, isOverlaid, isBar, toggle };
}

/** Closes an overlay on a press or focus outside, or on Escape. */
function useCloseFromOutside(ref: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    function handleOutside(event: Event) {
      if (event.target instanceof Node && ref.current?.contains(event.target) !== true) onClose();
    }
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      // Closing the tool would lose the focus.
      ref.current?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
      onClose();
    }
    document.addEventListener("pointerdown", handleOutside);
    document.addEventListener("focusin", handleOutside);
    document.addEventListener("keydown", handleKeyDown);
    return () => {
      document.removeEventListener("pointerdown", handleOutside);
      document.removeEventListener("focusin", handleOutside);
      document.removeEventListener("keydown", handleKeyDown);
    };
  }, [isOpen, ref]);
}
