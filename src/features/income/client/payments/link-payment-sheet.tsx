import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { shortAccountText } from "#client/words/account-words.ts";
import { memberPaths } from "#client/routing/member-paths.ts";
import type { Act } from "#client/use-undoable.ts";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { formatMoney, type Money } from "#shared/money.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { SubmitButton, useUnsavedGuard } from "#ui/form/form.tsx";
import { TextLink } from "#ui/link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import { QueryError } from "#client/query-error.tsx";
import { SearchField } from "#ui/form/search-field.tsx";
import { Button } from "#ui/button.tsx";
import type { IncomeSourceView, IncomeSuggestion } from "../../contract.ts";
import { suggestionsQuery, foundPaymentsQuery } from "../income-queries.ts";
import { CashPaymentFields, untouchedCash } from "./cash-payment-fields.tsx";
import { periodWords } from "./payment-words.ts";
import { acceptSuggestion, type UnpaidMonth } from "./suggestion-acts.ts";
import styles from "./link-payment-sheet.module.css";

type LinkPaymentSheetProps = {
  source: IncomeSourceView;
  dueDate: string;
  /** Amount to pay, in minor units. */
  outstanding: Money;
  /** Month to pay, `YYYY-MM`. */
  month: string;
  /** For a rhythm other than monthly, the due date to pay. */
  period?: string;
  onLink: (act: Act) => void;
  onClose: () => void;
};

/**
 * Side sheet with the likeliest transactions for a source's month, or for one due date of it, a search for others, and a form
 * for cash with the amount filled in.
 */
export function LinkPaymentSheet(props: LinkPaymentSheetProps) {
  const { source: incomeSource, dueDate, outstanding, month, period, onLink, onClose } = props;
  const { incomeSourceId, institutionAccessItemId: itemId } = incomeSource;
  const isBill = incomeSource.direction === "out";
  const api = useApi();
  const formId = useId();
  const [{ isDirty, isSubmitting }, setState] = useState(untouchedCash);
  const guard = useUnsavedGuard(isDirty);
  const suggestions = useQuery(suggestionsQuery(api, itemId, isBill ? incomeSourceId : undefined));
  const unpaid = suggestions.data?.months.find(
    (one) =>
      one.incomeSourceId === incomeSourceId && one.month === month && (period ?? one.period) === one.period,
  );

  function linkFound({ transactionId, amount, payee }: TransactionView) {
    const ofPeriod = {
      incomeSourceId,
      incomeSourceName: incomeSource.name,
      month,
      period: period ?? month,
      text: periodWords(period ?? month),
      isoCurrencyCode: incomeSource.isoCurrencyCode,
    };
    onLink(acceptSuggestion(api, ofPeriod, { transactionId, amount: Math.abs(amount), name: payee }));
  }

  return (
    <Dialog onClose={onClose} title="Link payment" width="side" guard={guard}>
      <div className={styles.content}>
        <p className={styles.intro}>
          <strong>{incomeSource.name}</strong>, {formatMoney(outstanding, incomeSource.isoCurrencyCode)} due{" "}
          {dateWords(dueDate)}
        </p>
        <section className={styles.part} aria-labelledby={`${formId}-deposits`}>
          <h3 id={`${formId}-deposits`} className={styles.title}>
            {isBill ? "Likely payments" : "Likely deposits"}
          </h3>
          {suggestions.isPending ? (
            <LoadingRegion label={isBill ? "Loading likely payments" : "Loading likely deposits"}>
              <Skeleton height="calc(3 * var(--size-row))" />
            </LoadingRegion>
          ) : (
            <Deposits
              isBill={isBill}
              unpaid={unpaid}
              onLink={(suggestion, ofMonth) => onLink(acceptSuggestion(api, ofMonth, suggestion))}
            />
          )}
          {isBill ? null : (
            <p>
              <TextLink to={memberPaths.accountTransactions(itemId, incomeSourceId)} viewTransition>
                See all deposits
              </TextLink>
            </p>
          )}
        </section>
        <FoundPayments source={incomeSource} onLink={linkFound} />
        <section className={styles.part} aria-labelledby={`${formId}-cash`}>
          <h3 id={`${formId}-cash`} className={styles.title}>
            Paid in cash
          </h3>
          <CashPaymentFields
            id={formId}
            source={incomeSource}
            month={month}
            dueDate={period}
            amount={outstanding}
            onState={setState}
            onSaved={onClose}
          />
          <p>
            <SubmitButton form={formId} isPending={isSubmitting}>
              Save cash payment
            </SubmitButton>
          </p>
        </section>
      </div>
    </Dialog>
  );
}

type DepositsProps = {
  isBill: boolean;
  unpaid: UnpaidMonth | undefined;
  onLink: (suggestion: IncomeSuggestion, unpaid: UnpaidMonth) => void;
};

function Deposits({ isBill, unpaid, onLink }: DepositsProps) {
  if (unpaid === undefined || unpaid.suggestions.length === 0)
    return (
      <p className={styles.hint}>
        {isBill ? "No transaction looks like this payment." : "No deposit looks like this payment."}
      </p>
    );
  return (
    <ul className={styles.list}>
      {unpaid.suggestions.map((suggestion) => (
        <PaymentChoice
          key={suggestion.transactionId}
          name={suggestion.name}
          amount={moneyText(suggestion.amount, unpaid.isoCurrencyCode)}
          date={dateWords(suggestion.date)}
          hint={suggestion.reasons.join(" · ")}
          onLink={() => onLink(suggestion, unpaid)}
        />
      ))}
    </ul>
  );
}

const mostShown = 10;

type FoundPaymentsProps = { source: IncomeSourceView; onLink: (row: TransactionView) => void };

/** Search for any transaction of the person's that can pay a source, which no rule found likely. */
function FoundPayments({ source: { direction, isoCurrencyCode }, onLink }: FoundPaymentsProps) {
  const titleId = useId();
  const [words, setWords] = useState("");
  const [searched, setSearched] = useState("");
  const found = useQuery({
    ...foundPaymentsQuery(useApi(), { q: searched, isoCurrencyCode }),
    enabled: searched !== "",
  });
  const rows = (found.data?.transactions ?? [])
    .filter(({ amount, removedByBank }) => (direction === "out" ? amount < 0 : amount > 0) && !removedByBank)
    .slice(0, mostShown);
  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        Another transaction
      </h3>
      <SearchField
        label="Search all your accounts"
        placeholder="Name or amount"
        value={words}
        onChange={setWords}
        onSubmit={(text) => setSearched(text.trim())}
        onClear={() => setSearched("")}
      />
      {searched === "" ? null : found.isPending ? (
        <LoadingRegion label="Searching">
          <Skeleton height="calc(2 * var(--size-row))" />
        </LoadingRegion>
      ) : found.data === undefined ? (
        <QueryError headingLevel={4} title="Couldn’t search your transactions" query={found} />
      ) : rows.length === 0 ? (
        <output className={styles.hint}>
          {direction === "out" ? "No payment" : "No deposit"} in {isoCurrencyCode} matches.
        </output>
      ) : (
        <ul className={styles.list} aria-label="Transactions found">
          {rows.map((row) => (
            <PaymentChoice
              key={row.transactionId}
              name={row.payee}
              amount={moneyText(Math.abs(row.amount), isoCurrencyCode)}
              date={dateWords(row.date)}
              hint={
                row.incomePayment === null
                  ? shortAccountText(row.account)
                  : `Already pays ${row.incomePayment.incomeSourceName}`
              }
              isTaken={row.incomePayment !== null}
              onLink={() => onLink(row)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

type PaymentChoiceProps = {
  name: string;
  amount: string;
  date: string;
  hint: string;
  /** It pays another source already. */
  isTaken?: boolean;
  onLink: () => void;
};

/** A transaction that can be linked as a payment. */
function PaymentChoice({ name, amount, date, hint, isTaken = false, onLink }: PaymentChoiceProps) {
  const wordsId = useId();
  return (
    <li className={styles.deposit}>
      <div id={wordsId} className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.hint}>
          {amount} · {date}
        </p>
        <p className={styles.hint}>{hint}</p>
      </div>
      <Button size="small" icon="link" aria-describedby={wordsId} disabled={isTaken} onClick={onLink}>
        Link
      </Button>
    </li>
  );
}
