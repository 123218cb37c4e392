import { useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { useOnNavigation } from "../layouts/on-navigation.ts";
import { keepRailChoice, readRailChoice } from "./rail-memory.ts";
import { useMediaQuery } from "./use-media-query.ts";

/** Room for an expanded rail beside the screen; below, it lies over the screen. The breakpoints of every stylesheet. */
const besideQuery = "(min-width: 960px)";
const barQuery = "(max-width: 599px)";
/** From here on the rail starts expanded, until somebody chooses. */
const startsExpandedQuery = "(min-width: 1200px)";

export type Rail = {
  ref: RefObject<HTMLElement | null>;
  isExpanded: boolean;
  /** Expanded over the screen instead of beside it; closes by Escape, by a press elsewhere, by going somewhere. */
  isOverlaid: boolean;
  /** A bar at the bottom of a phone: never expanded. */
  isBar: boolean;
  toggle: () => void;
};

/** Whether the rail is expanded: remembered where it stands beside the screen, for the moment where it lies over it. */
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

/** What lies over the screen closes when somebody presses or tabs outside of it, or presses Escape. */
function useCloseFromOutside(ref: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const onClose = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    function handleOutside(event: Event) {
      if (event.target instanceof Node && ref.current?.contains(event.target) !== true) onClose();
    }
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      // The focus would be lost with a tool that closes.
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
