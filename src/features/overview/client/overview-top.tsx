import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "#client/app-context.tsx";
import type { BankActions } from "./attention-list.tsx";
import { AttentionPanel } from "./attention-panel.tsx";
import { overviewQuery } from "./attention-queries.ts";
import { firstSteps, GetStarted } from "./get-started.tsx";
import { HeadlineNumber, OverviewPanels } from "./overview-panels.tsx";

type OverviewTopProps = {
  bankActions: BankActions;
  linkButton: ReactNode;
  /** False shows the first steps only. */
  hasBanks: boolean;
};

/** The part of Accounts above the banks: the one number, first steps, what needs attention, and the latest figures. */
export function OverviewTop({ bankActions, linkButton, hasBanks }: OverviewTopProps) {
  const { data: overview } = useQuery(overviewQuery(useApi()));
  const steps = overview === undefined ? null : overview.getStarted;
  if (!hasBanks) return <GetStarted steps={steps ?? firstSteps} linkButton={linkButton} />;
  return (
    <>
      {overview === undefined ? null : <HeadlineNumber overview={overview} />}
      {steps === null ? null : <GetStarted steps={steps} linkButton={linkButton} />}
      <AttentionPanel bankActions={bankActions} />
      {overview === undefined ? null : <OverviewPanels overview={overview} />}
    </>
  );
}
