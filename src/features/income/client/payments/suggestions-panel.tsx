import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { useUndoable } from "#client/use-undoable.ts";
import { QueryError } from "#client/query-error.tsx";
import { dateWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import { Chip } from "#ui/status/chip.tsx";
import type { IncomeSuggestion } from "../../contract.ts";
import { suggestionsQuery, reloadIncome } from "../income-queries.ts";
import {
  acceptMatches,
  acceptSuggestion,
  dismissSuggestion,
  shownMonths,
  type UnpaidMonth,
} from "./suggestion-acts.ts";
import styles from "./suggestions-panel.module.css";

type SuggestionsPanelProps = {
  /** Bank whose income is matched; null for all banks, and bills, too. */
  itemId: number | null;
  month: string | null;
};

/**
 * Likely payments for unpaid months, the shown month first (docs/reference/money.md, "Suggestions"). Renders nothing if
 * there are none.
 */
export function SuggestionsPanel({ itemId, month }: SuggestionsPanelProps) {
  const api = useApi();
  const suggestions = useQuery(suggestionsQuery(api, itemId));
  const [isAll, setAll] = useState(false);
  const acts = useUndoable({ renew: reloadIncome });
  const { data, error } = suggestions;
  if (data === undefined && error !== null) {
    return <QueryError title="Couldn’t load likely payments" query={suggestions} />;
  }
  const { shown, rest, strong } = shownMonths(data?.months ?? [], { shownMonth: month, isAll });
  return (
    <>
      {shown.length === 0 ? null : (
        <section
          aria-labelledby="suggestions"
          className={styles.panel}
          aria-busy={acts.isPending || undefined}
        >
          <div className={styles.monthHead}>
            <div>
              <h2 id="suggestions" className={styles.title}>
                Likely payments
              </h2>
              <p className={styles.intro}>Nothing is linked until you accept it.</p>
            </div>
            {strong.length < 2 ? null : (
              <Button
                variant="primary"
                icon="check"
                isPending={acts.isPending}
                onClick={() => acts.perform(acceptMatches(api, strong))}
              >
                Accept {strong.length} strong matches
              </Button>
            )}
          </div>
          <ul className={styles.months}>
            {shown.map((unpaid) => (
              <Month
                key={`${unpaid.incomeSourceId} ${unpaid.period}`}
                unpaid={unpaid}
                isBusy={acts.isPending}
                onAccept={(suggestion) => acts.perform(acceptSuggestion(api, unpaid, suggestion))}
                onDismiss={(suggestion) => acts.perform(dismissSuggestion(api, unpaid, suggestion))}
              />
            ))}
          </ul>
          {rest === 0 ? null : (
            <p>
              <Button size="small" onClick={() => setAll(true)}>
                {rest === 1 ? "Show 1 more unpaid month" : `Show ${rest} more unpaid months`}
              </Button>
            </p>
          )}
        </section>
      )}
      <RequestFailedDialog failure={acts.failure} isPending={acts.isPending} />
    </>
  );
}

type MonthProps = {
  unpaid: UnpaidMonth;
  isBusy: boolean;
  onAccept: (suggestion: IncomeSuggestion) => void;
  onDismiss: (suggestion: IncomeSuggestion) => void;
};

function Month({ unpaid, isBusy, onAccept, onDismiss }: MonthProps) {
  const { incomeSourceName, text, outstanding, paid, dueDate, isoCurrencyCode, suggestions } = unpaid;
  return (
    <li className={styles.month}>
      <div className={styles.monthHead}>
        <h3 className={styles.name}>
          {incomeSourceName}, {text}
        </h3>
        <p className={styles.hint}>
          {moneyText(outstanding, isoCurrencyCode)} {paid > 0 ? "still " : ""}due {dateWords(dueDate)}
        </p>
      </div>
      <ul className={styles.rows}>
        {suggestions.map((suggestion) => (
          <Row
            key={suggestion.transactionId}
            suggestion={suggestion}
            isoCurrencyCode={isoCurrencyCode}
            isBusy={isBusy}
            onAccept={() => onAccept(suggestion)}
            onDismiss={() => onDismiss(suggestion)}
          />
        ))}
      </ul>
    </li>
  );
}

type RowProps = {
  suggestion: IncomeSuggestion;
  isoCurrencyCode: string;
  isBusy: boolean;
  onAccept: () => void;
  onDismiss: () => void;
};

function Row({ suggestion, isoCurrencyCode, isBusy, onAccept, onDismiss }: RowProps) {
  const wordsId = useId();
  const { payee, date, account, amount, pending, reasons } = suggestion;
  return (
    <li className={styles.row}>
      <div className={styles.words} id={wordsId}>
        <p className={styles.what}>
          <span className={styles.payer}>{payee}</span>
          <span className={styles.amount}>{moneyText(amount, isoCurrencyCode)}</span>
        </p>
        <p className={styles.hint}>
          {dateWords(date)} · {account.official_name}
          {pending ? " · Pending" : ""}
        </p>
        <p className={styles.reasons}>
          {reasons.map((reason) => (
            <Chip key={reason}>{reason}</Chip>
          ))}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button size="small" icon="check" aria-describedby={wordsId} isPending={isBusy} onClick={onAccept}>
          Accept
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-describedby={wordsId}
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy) onDismiss();
          }}
        >
          Dismiss
        </Button>
      </div>
    </li>
  );
}
