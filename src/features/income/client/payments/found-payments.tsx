import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useApi } from "#client/app-context.tsx";
import { moneyText } from "#client/words/money-text.ts";
import { QueryError } from "#client/query-error.tsx";
import type { TransactionView } from "#shared/finance-shapes.ts";
import { dateWords } from "#shared/time/plain-dates.ts";
import { SearchField } from "#ui/form/search-field.tsx";
import { LoadingRegion, Skeleton } from "#ui/status/skeleton.tsx";
import type { IncomeSourceView } from "../../contract.ts";
import { foundPaymentsQuery } from "../income-queries.ts";
import styles from "./link-payment-sheet.module.css";
import { PaymentChoice } from "./payment-choice.tsx";

const mostShown = 10;

type FoundPaymentsProps = { source: IncomeSourceView; onLink: (row: TransactionView) => void };

/** Search for any transaction of the person's that can pay a source, which no rule found likely. */
export function FoundPayments({ source: { direction, isoCurrencyCode }, onLink }: FoundPaymentsProps) {
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
                  ? row.account.official_name
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
