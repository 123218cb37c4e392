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
  /** Without any bank, linked or not, only the first steps and invitations are shown. */
  hasBanks: boolean;
  /** True once a bank is linked, which the list of banks knows before the overview does. */
  isLinked: boolean;
};

/** The part of Accounts above the banks: the one number, first steps, what needs attention, and the latest figures. */
export function OverviewTop({ bankActions, linkButton, hasBanks, isLinked }: OverviewTopProps) {
  const { data: overview } = useQuery(overviewQuery(useApi()));
  const known = overview?.getStarted ?? null;
  const steps = known === null ? null : { ...known, hasBank: isLinked };
  if (!hasBanks)
    return (
      <>
        <GetStarted steps={steps ?? firstSteps} linkButton={linkButton} />
        {overview === undefined || overview.invitations.length === 0 ? null : (
          <AttentionPanel bankActions={bankActions} />
        )}
      </>
    );
  return (
    <>
      {overview === undefined ? null : <HeadlineNumber overview={overview} />}
      {steps === null ? null : <GetStarted steps={steps} linkButton={linkButton} />}
      <AttentionPanel bankActions={bankActions} />
      {overview === undefined ? null : <OverviewPanels overview={overview} />}
    </>
  );
}
