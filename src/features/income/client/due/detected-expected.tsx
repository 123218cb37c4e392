import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useApi } from "#client/app-context.tsx";
import { QueryError } from "#client/query-error.tsx";
import { paths } from "#client/routing/paths.ts";
import type { Act } from "#client/use-undoable.ts";
import { shortDateWords } from "#shared/time/plain-dates.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { linkClassName } from "#ui/link.tsx";
import { useReadOnlyReason } from "#ui/read-only.ts";
import { detectedExpectedQuery } from "../income-queries.ts";
import { decideOne, detectedText, paymentsText } from "./due-words.ts";
import styles from "./due-page.module.css";

type DetectedExpectedProps = { today: string; isPending: boolean; onDecide: (act: Act) => void };

/** Bills and income that regular transactions suggest, each added or dismissed with one click. */
export function DetectedExpected({ today, isPending, onDecide }: DetectedExpectedProps) {
  const api = useApi();
  const offReason = useReadOnlyReason();
  const query = useQuery(detectedExpectedQuery(api));
  if (query.data === undefined && query.error !== null)
    return <QueryError title="Couldn’t look for regular payments" query={query} />;
  const detected = query.data?.detected ?? [];
  if (detected.length === 0) return null;
  return (
    <Card as="section" title="Regular payments" className={styles.detected}>
      <p className={styles.hint}>
        Add the ones you expect to go on. Their past transactions become payments.
      </p>
      <ul className={styles.list}>
        {detected.map((one) => (
          <li key={`${one.direction} ${one.isoCurrencyCode} ${one.payeeKey}`} className={styles.row}>
            <span className={styles.name}>
              <span>{one.name}</span>
              <span className={styles.hint}>
                {detectedText(one)}
                {" · "}
                <Link
                  to={paths.transactions({ payee: one.payee, currency: one.isoCurrencyCode })}
                  className={linkClassName({ variant: "quiet" })}
                  viewTransition
                >
                  {paymentsText(one)}
                </Link>
                , last {shortDateWords(one.lastDate, today)}
              </span>
            </span>
            <span className={styles.buttons}>
              <Button
                size="small"
                icon="plus"
                disabled={isPending}
                aria-label={`Add ${one.name}`}
                onClick={() => onDecide(decideOne(api, one, true))}
              >
                Add
              </Button>
              <Button
                size="small"
                variant="quiet"
                disabled={isPending || offReason !== null}
                title={offReason ?? undefined}
                aria-label={`Dismiss ${one.name}`}
                onClick={() => onDecide(decideOne(api, one, false))}
              >
                Dismiss
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
