import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { Icon } from "#ui/icon.tsx";
import { ButtonLink } from "#ui/link.tsx";
import type { BudgetView } from "../../contract.ts";
import { useRowKeys } from "../rows/use-row-keys.ts";
import styles from "./period-switcher.module.css";

type Neighbor = NonNullable<NonNullable<BudgetView["series"]>["previous"]>;

/** Links to the periods before and after a budget that repeats, on the same screen; `[` and `]` follow them. */
export function PeriodSwitcher({ budget }: { budget: BudgetView | undefined }) {
  const none = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { previous = null, next = null } = budget?.series ?? {};
  const addressOf = ({ budgetId }: Neighbor) => pathname.replace(/^\/budget\/\d+/, `/budget/${budgetId}`);
  const go = (to: Neighbor | null) => {
    if (to !== null) void navigate(addressOf(to), { viewTransition: true });
  };
  useRowKeys({ region: none, keys: { "[": () => go(previous), "]": () => go(next) } });
  if (previous === null && next === null) return null;
  return (
    <nav aria-label="Periods" className={styles.periods}>
      {previous === null ? null : (
        <ButtonLink to={addressOf(previous)} rel="prev" size="small" viewTransition>
          <Icon name="chevron-left" size="small" />
          <span className="visually-hidden">Previous: </span>
          {previous.budgetName}
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink to={addressOf(next)} rel="next" size="small" className={styles.next} viewTransition>
          <span className="visually-hidden">Next: </span>
          {next.budgetName}
          <Icon name="chevron-right" size="small" />
        </ButtonLink>
      )}
    </nav>
  );
}
