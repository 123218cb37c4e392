import { StatusChip } from "#ui/status/chip.tsx";
import { TooltipText } from "#ui/overlay/tooltip.tsx";
import { statusStyles, statusTip, type StatusFigures } from "./income-status.ts";

/** Chip of a source's status in a month: icon, label, and color, with details on hover, focus, or tap. */
export function IncomeStatusChip({ figures }: { figures: StatusFigures }) {
  const { tone, icon } = statusStyles[figures.status];
  return (
    <TooltipText content={statusTip(figures)}>
      <StatusChip tone={tone} icon={icon}>
        {figures.status}
      </StatusChip>
    </TooltipText>
  );
}
