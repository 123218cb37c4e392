import { useState } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { useOwnersAlone } from "#client/household/shown-money.ts";
import { Button } from "#ui/button.tsx";

const CalendarFeedDialog = lazyDialog(
  async () => (await import("./calendar-feed-dialog.tsx")).CalendarFeedDialog,
);

/** Opens the dialog about the calendar's address, which is the owner's alone in a household. */
export function CalendarFeedButton() {
  const [isOpen, setIsOpen] = useState(false);
  const reason = useOwnersAlone();
  return (
    <>
      <Button
        icon="calendar"
        onClick={() => setIsOpen(true)}
        {...(reason !== null && { disabled: true, title: reason })}
      >
        Calendar feed
      </Button>
      {isOpen ? <CalendarFeedDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
