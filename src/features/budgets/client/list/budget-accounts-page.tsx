import { useState } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import type { PlainAccessItem } from "#features/institutions/contract.ts";
import { DayAgo } from "#client/words/day-ago.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { memberPaths } from "#client/routing/member-paths.ts";
import { paths } from "#client/routing/paths.ts";
import { PageHeader } from "#client/pages/page-header.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button.tsx";
import { Card, cardLinkClassName } from "#ui/card.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link, TextLink } from "#ui/link.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { useBudget, useBudgetId } from "../budget-of-page.ts";
import styles from "./budget-accounts-page.module.css";

// The form and its schema load on first use.
const BudgetDialog = lazyDialog(async () => (await import("./budget-dialog.tsx")).BudgetDialog);

/** Accounts screen: the banks whose transactions a budget counts (docs/reference/product.md, "Budget screens"). */
export function Component() {
  const budgetId = useBudgetId();
  const { data: budget } = useBudget(budgetId);
  const [isEditing, setEditing] = useState(false);
  return (
    <div className={styles.page}>
      <DocumentHead
        title={budget === undefined ? "Accounts" : `Accounts, ${budget.budgetName}`}
        description="The banks a budget includes."
        isPrivate
      />
      <PageHeader
        title="Accounts"
        actions={
          <Button icon="pencil" disabled={budget === undefined} onClick={() => setEditing(true)}>
            Choose accounts
          </Button>
        }
      />
      {budget === undefined ? (
        <CardsSkeleton />
      ) : (
        <Cards items={budget.budgetAccessItems} onEdit={() => setEditing(true)} />
      )}
      {isEditing ? <BudgetDialog budgetId={budgetId} onClose={() => setEditing(false)} /> : null}
    </div>
  );
}

function Cards({ items, onEdit }: { items: PlainAccessItem[]; onEdit: () => void }) {
  if (items.length === 0) {
    return (
      <EmptyState
        title="This budget has no accounts"
        icon="bank"
        action={
          <Button variant="primary" onClick={onEdit}>
            Choose accounts
          </Button>
        }
      >
        A budget counts transactions from the banks you choose.
      </EmptyState>
    );
  }
  return (
    <ul className={styles.cards}>
      {items.map((item, index) => (
        <BankCard key={item.institutionAccessItemId} item={item} index={index} />
      ))}
    </ul>
  );
}

/** Card of a bank; its position in the list picks the avatar's color (docs/reference/product.md, "Shell"). */
function BankCard({ item, index }: { item: PlainAccessItem; index: number }) {
  const { institution, accounts, item: bank, institutionAccessItemId } = item;
  return (
    <Card as="li" isInteractive className={styles.card}>
      <Avatar text={institution.name} colorIndex={index} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          <Link
            to={memberPaths.account(institutionAccessItemId)}
            className={cardLinkClassName}
            viewTransition
          >
            {institution.name}
          </Link>
        </h2>
        {bank.state === "manual" ? null : (
          <p className={styles.detail}>
            {bank.lastSuccessfulUpdate === null ? (
              "Not updated yet"
            ) : (
              <>
                Updated <DayAgo at={bank.lastSuccessfulUpdate} />
              </>
            )}
          </p>
        )}
        <p className={styles.detail}>{accounts.length === 1 ? "1 account" : `${accounts.length} accounts`}</p>
        {bank.stateReason === undefined ? null : (
          <p className={styles.state}>
            <Icon name="warning" size="small" className={styles.stateIcon} />
            <span>
              {bank.stateReason}{" "}
              <TextLink to={paths.accounts()} viewTransition>
                Go to Accounts
              </TextLink>
            </span>
          </p>
        )}
      </div>
    </Card>
  );
}

function CardsSkeleton() {
  return (
    <LoadingRegion label="Loading accounts" className={styles.cards}>
      {[1, 2].map((card) => (
        <Card key={card} className={styles.card}>
          <Skeleton width="var(--size-avatar)" height="var(--size-avatar)" isRound />
          <div className={styles.words}>
            <Skeleton height="var(--space-6)" />
            <Skeleton height="var(--space-10)" />
          </div>
        </Card>
      ))}
    </LoadingRegion>
  );
}
