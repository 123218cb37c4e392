import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { paths } from "#client/paths.ts";
import { useMinute } from "#client/use-minute.ts";
import { dateInZone } from "#shared/plain-dates.ts";
import { IconButton } from "#ui/button.tsx";
import { linkClassName } from "#ui/link.tsx";
import { incomeAttention } from "../domain/attention.ts";
import { AttentionList } from "./attention-list.tsx";
import { incomeRemindersQuery } from "./attention-queries.ts";
import styles from "./income-reminders.module.css";

const mostLines = 3;
const hiddenKey = "folio.income-reminders.hidden";

/**
 * Income that is overdue or due within 5 days, for the head of the finance screens; nothing while there is none, and
 * nothing where it cannot be told: the Accounts page says why. Hidden, it stays away for the rest of the day in this tab.
 */
export function IncomeReminders() {
  const { timeZone } = usePublicConfig();
  const today = dateInZone(new Date(useMinute()), timeZone);
  const { data } = useQuery(incomeRemindersQuery(useApi()));
  const [hiddenOn, setHiddenOn] = useState(readHidden);
  const entries = incomeAttention(data?.reminders ?? []);
  if (entries.length === 0 || hiddenOn === today) return null;
  const rest = entries.length - mostLines;

  function hide() {
    writeHidden(today);
    setHiddenOn(today);
  }

  return (
    <aside aria-label="Income reminders" className={styles.strip}>
      <div className={styles.lines}>
        <AttentionList entries={entries.slice(0, mostLines)} label="Income overdue or due soon" />
        {rest > 0 ? (
          <Link to={paths.accounts()} className={linkClassName()}>
            {rest} more
          </Link>
        ) : null}
      </div>
      <IconButton icon="close" label="Hide for today" size="small" onClick={hide} />
    </aside>
  );
}

function readHidden(): string | null {
  try {
    return sessionStorage.getItem(hiddenKey);
  } catch {
    return null;
  }
}

function writeHidden(today: string): void {
  try {
    sessionStorage.setItem(hiddenKey, today);
  } catch {
    // Without storage it is hidden until the next page.
  }
}
