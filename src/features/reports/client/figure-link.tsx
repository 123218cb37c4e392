import { moneyText } from "#client/words/money-text.ts";
import { paths } from "#client/routing/paths.ts";
import { TextLink } from "#ui/link.tsx";
import type { FigureRows } from "../domain/figure-rows.ts";

/** Returns the address of the transactions of a figure, in the register. */
export function rowsPath({ isoCurrencyCode, financialCategoryId, ...rows }: FigureRows): string {
  return paths.transactions({ ...rows, currency: isoCurrencyCode, category: financialCategoryId });
}

type FigureLinkProps = { units: number; isoCurrencyCode: string; rows: FigureRows | null };

/** An amount that opens its transactions; plain if it's 0 or they can't be named. */
export function FigureLink({ units, isoCurrencyCode, rows }: FigureLinkProps) {
  const text = moneyText(units, isoCurrencyCode);
  if (rows === null || units === 0) return text;
  return (
    <TextLink to={rowsPath(rows)} variant="quiet" viewTransition>
      {text}
    </TextLink>
  );
}
