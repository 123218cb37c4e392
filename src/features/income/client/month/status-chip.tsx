import { StatusChip } from "#ui/status/chip.tsx";
import { TooltipText } from "#ui/overlay/tooltip.tsx";
import { statusFaces, statusTip, type StatusFigures } from "./income-status.ts";

/** The status of a source in a month: icon, word and colour, with what is behind it on hover, focus or a tap. */
export function IncomeStatusChip({ figures }: { figures: StatusFigures }) {
  const { tone, icon } = statusFaces[figures.status];
  return (
    <TooltipText content={statusTip(figures)}>
      <StatusChip tone={tone} icon={icon}>
        {figures.status}
      </StatusChip>
    </TooltipText>
  );
}
