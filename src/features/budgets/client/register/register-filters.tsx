import type { RefCallback } from "react";
import { moneyOf, moneyText } from "#client/words/money-text.ts";
import { UrlSearchField } from "#client/routing/url-search-field.tsx";
import { money, toUnits } from "#shared/money.ts";
import type { TagView } from "#shared/finance-shapes.ts";
import { kindNames, rowKinds, type RowKind } from "#shared/row-kinds.ts";
import { readPayeeList } from "#shared/text/payee-list.ts";
import type { Option } from "#ui/choice/option.ts";
import { Select } from "#ui/choice/select.tsx";
import { DateField } from "#ui/date/date-field.tsx";
import type { FocusTarget } from "#ui/form/field.tsx";
import { MoneyField } from "#ui/form/money-field.tsx";
import type { RuleView } from "#features/transactions/contract.ts";
import type { FinancialCategory } from "../../contract.ts";
import { ActiveFilters } from "../rows/filters/active-filters.tsx";
import { FoldedFilters } from "../rows/filters/folded-filters.tsx";
import { CategoryFilter, categoryWords, daysWords } from "../rows/filters/row-filters.tsx";
import { placeName, placeOf, placeOptions, placeView, type Bank } from "./register-places.ts";
import { wholeRegister, type RegisterView } from "./register-view.ts";
import { useLateValue } from "./use-late-value.ts";

type Change = (change: Partial<RegisterView>, options?: { replace?: boolean }) => void;

type RegisterFiltersProps = {
  view: RegisterView;
  change: Change;
  banks: readonly Bank[];
  categories: readonly FinancialCategory[];
  tags: readonly TagView[];
  /** All rules, to name the one that is filtered by; undefined until they're known. */
  rules: readonly RuleView[] | undefined;
  searchRef: RefCallback<FocusTarget>;
};

/** Search and filters of the transactions of all banks, which fill two rows of four in a wide window. */
export function RegisterFilters({ view, change, searchRef, ...known }: RegisterFiltersProps) {
  const { banks, categories, tags } = known;
  const isoCurrencyCode = currencyOf(banks);
  return (
    <FoldedFilters
      search={
        <UrlSearchField
          q={view.q}
          placeholder="Words or an amount"
          onSearch={(q) => change({ q }, { replace: true })}
          ref={searchRef}
        />
      }
      chips={
        <ActiveFilters
          filters={chipsOf(view, { ...known, isoCurrencyCode })}
          onRemove={change}
          onClear={() => change(wholeRegister)}
        />
      }
    >
      <Select
        label="Account"
        options={placeOptions(banks, view)}
        value={placeOf(view)}
        onChange={(place) => change(placeView(place))}
      />
      <Select
        label="Kind"
        options={kindOptions}
        value={view.kind ?? "all"}
        onChange={(kind) => change({ kind: kind === "all" ? null : kind })}
      />
      <CategoryFilter categories={categories} category={view.category} change={change} />
      <DayFilter label="From" value={view.from} onChange={(from) => change({ from })} />
      <DayFilter label="To" value={view.to} onChange={(to) => change({ to })} />
      <AmountFilter
        label="Min amount"
        value={view.min}
        isoCurrencyCode={isoCurrencyCode}
        onChange={(min) => change({ min })}
      />
      <AmountFilter
        label="Max amount"
        value={view.max}
        isoCurrencyCode={isoCurrencyCode}
        onChange={(max) => change({ max })}
      />
      {tags.length === 0 ? null : (
        <Select
          label="Tag"
          options={[
            { id: 0, label: "Any tag" },
            ...tags.map(({ tagId, name }) => ({ id: tagId, label: `#${name}` })),
          ]}
          value={view.tag ?? 0}
          onChange={(id) => change({ tag: id === 0 ? null : id })}
        />
      )}
    </FoldedFilters>
  );
}

const kindOptions: Option<RowKind | "all">[] = [
  { id: "all", label: "Any kind" },
  ...rowKinds.map((id) => ({ id, label: kindNames[id] })),
];

/** Returns the currency to show amounts of a filter in, which applies to every currency. */
function currencyOf(banks: readonly Bank[]): string {
  return banks.flatMap(({ accounts }) => accounts)[0]?.isoCurrencyCode ?? "USD";
}

type FilterProps<Value> = { label: string; value: Value | null; onChange: (value: Value | null) => void };

function DayFilter({ label, value, onChange }: FilterProps<string>) {
  const { typed, type, leave } = useLateValue(value, onChange);
  return <DateField label={label} value={typed} onChange={type} onBlur={leave} />;
}

function AmountFilter({
  label,
  value,
  onChange,
  isoCurrencyCode,
}: FilterProps<number> & { isoCurrencyCode: string }) {
  const minor = useLateValue<number>(value === null ? null : moneyOf(value, isoCurrencyCode), (next) => {
    if (Number.isNaN(next)) return;
    onChange(next === null ? null : toUnits(money(next), isoCurrencyCode));
  });
  return (
    <MoneyField
      label={label}
      currency={isoCurrencyCode}
      value={minor.typed}
      onChange={minor.type}
      onBlur={minor.leave}
    />
  );
}

type Known = Pick<RegisterFiltersProps, "banks" | "categories" | "tags" | "rules"> & {
  isoCurrencyCode: string;
};

function chipsOf(view: RegisterView, { banks, categories, tags, rules, isoCurrencyCode }: Known) {
  const { q, kind, show, category, tag, rule, currency, payee, exceptPayee, from, to, min, max } = view;
  const chips: { id: string; label: string; off: Partial<RegisterView> }[] = [];
  const place = placeName(banks, view);
  if (q !== "") chips.push({ id: "q", label: `“${q}”`, off: { q: "" } });
  if (place !== null) chips.push({ id: "place", label: place, off: placeView("all") });
  if (kind !== null) chips.push({ id: "kind", label: kindNames[kind], off: { kind: null } });
  if (show !== null) chips.push({ id: "show", label: "Maybe doubles", off: { show: null } });
  if (category !== null)
    chips.push({ id: "category", label: categoryWords(category, categories), off: { category: null } });
  if (tag !== null) chips.push({ id: "tag", label: tagWords(tag, tags), off: { tag: null } });
  if (rule !== null) chips.push({ id: "rule", label: ruleWords(rule, rules), off: { rule: null } });
  if (payee !== null) chips.push({ id: "payee", label: payeeWords(payee), off: { payee: null } });
  if (exceptPayee !== null)
    chips.push({ id: "others", label: `Not ${payeeWords(exceptPayee)}`, off: { exceptPayee: null } });
  if (currency !== null) chips.push({ id: "currency", label: `In ${currency}`, off: { currency: null } });
  if (from !== null || to !== null)
    chips.push({ id: "days", label: daysWords(from, to), off: { from: null, to: null } });
  if (min !== null || max !== null)
    chips.push({
      id: "amount",
      label: amountWords(min, max, isoCurrencyCode),
      off: { min: null, max: null },
    });
  return chips;
}

/** Returns the name of a tag; one that is gone has none. */
function tagWords(tag: number, tags: readonly TagView[]): string {
  const name = tags.find(({ tagId }) => tagId === tag)?.name;
  return name === undefined ? "A deleted tag" : `#${name}`;
}

/** Returns the title of a rule, which may be gone or not known yet. */
function ruleWords(rule: number, rules: readonly RuleView[] | undefined): string {
  if (rules === undefined) return "One rule";
  const title = rules.find(({ ruleId }) => ruleId === rule)?.title;
  return title === undefined ? "A deleted rule" : `Rule: ${title}`;
}

/** Returns "Blue Fig", or "Blue Fig and 3 others". */
function payeeWords(payees: string): string {
  const [first = "", ...others] = readPayeeList(payees);
  if (others.length === 0) return first;
  return `${first} and ${others.length} ${others.length === 1 ? "other" : "others"}`;
}

function amountWords(min: number | null, max: number | null, isoCurrencyCode: string): string {
  const words = (units: number) => moneyText(units, isoCurrencyCode);
  if (min === null) return `At most ${words(max ?? 0)}`;
  return max === null ? `At least ${words(min)}` : `${words(min)} to ${words(max)}`;
}
