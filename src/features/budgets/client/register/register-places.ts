import type { AccountView, PlainAccessItem } from "#shared/finance-shapes.ts";
import type { Option } from "#ui/choice/option.ts";
import type { RegisterView } from "./register-view.ts";

/** A bank with its accounts, as the filter offers them. */
export type Bank = Pick<
  PlainAccessItem,
  "institutionAccessItemId" | "institution" | "accounts" | "closedAccounts"
>;

/** A bank, an account, or all of them, as the id of an option. */
type Place = "all" | `bank-${number}` | `account-${number}`;
type PlaceView = Pick<RegisterView, "bank" | "account">;

/** Returns the place of a view. An account is more exact than its bank. */
export function placeOf({ bank, account }: PlaceView): Place {
  if (account !== undefined) return `account-${account}`;
  return bank === undefined ? "all" : `bank-${bank}`;
}

/** Returns the part of a view that shows a place. */
export function placeView(place: Place): PlaceView {
  const [kind, id] = place.split("-");
  return {
    bank: kind === "bank" ? Number(id) : undefined,
    account: kind === "account" ? Number(id) : undefined,
  };
}

/** Returns the options of the filter: each bank and its open accounts, and the view's place if it's another one. */
export function placeOptions(banks: readonly Bank[], view: PlaceView): Option<Place>[] {
  const options = banks.flatMap(({ institutionAccessItemId, institution, accounts }): Option<Place>[] => [
    { id: `bank-${institutionAccessItemId}`, label: institution.name },
    ...accounts.map((account): Option<Place> => ({
      id: `account-${account.accountId}`,
      label: `${institution.name}, ${account.official_name}`,
    })),
  ]);
  const place = placeOf(view);
  const isKnown = place === "all" || options.some(({ id }) => id === place);
  return [
    { id: "all", label: "All accounts" },
    ...options,
    ...(isKnown ? [] : [{ id: place, label: closedPlace(banks, view) ?? unknownPlace(place) }]),
  ];
}

/** Returns the name of the view's place; undefined for all. */
export function placeName(banks: readonly Bank[], view: PlaceView): string | undefined {
  const place = placeOf(view);
  return place === "all" ? undefined : placeOptions(banks, view).find(({ id }) => id === place)?.label;
}

/** Returns the open manual account that a view shows; undefined for any other place. */
export function manualAccount(banks: readonly Bank[], { account }: PlaceView): AccountView | undefined {
  return banks
    .flatMap(({ accounts }) => accounts)
    .find(({ accountId, opening }) => accountId === account && opening !== undefined);
}

function closedPlace(banks: readonly Bank[], { account }: PlaceView): string | null {
  for (const { institution, closedAccounts = [] } of banks) {
    const closed = closedAccounts.find(({ accountId }) => accountId === account);
    if (closed !== undefined) return `${institution.name}, ${closed.official_name} (closed)`;
  }
  return null;
}

function unknownPlace(place: Place): string {
  return place.startsWith("bank") ? "One bank" : "One account";
}
