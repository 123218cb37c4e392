import { z } from "zod";
import { money, ofUnits, toUnits } from "#shared/money.ts";
import { manualTypeWords } from "#client/words/account-words.ts";
import type { Option } from "#ui/choice/option.ts";
import { required } from "#ui/form/required.ts";
import type { AccessItemView, AccountView } from "../../contract.ts";
import { manualTypeOf, manualTypes, type ManualType } from "../../domain/account-types.ts";

/** Form of a manual account (`SaveManualAccount`); the opening balance in minor units. */
export const manualSchema = z.object({
  institutionName: z.string().trim().min(1, "Enter the bank’s name.").max(200, "Use at most 200 characters."),
  name: z.string().trim().min(1, "Enter a name.").max(200, "Use at most 200 characters."),
  type: z.enum(manualTypes),
  isoCurrencyCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, "Enter a currency code such as USD."),
  openingBalance: z.int("Enter a balance.").nullable().transform(required("Enter a balance.")),
  openingDate: z.string().nullable().transform(required("Enter a date.")),
});

export type ManualInputs = z.input<typeof manualSchema>;
export type ManualFields = z.output<typeof manualSchema>;

/** A manual account with its bank. */
export type ManualAccount = { bank: AccessItemView; account: AccountView };

/** Returns the fields of a new account. */
export function newManual(today: string): ManualInputs {
  return {
    institutionName: "",
    name: "",
    type: "checking",
    isoCurrencyCode: "USD",
    openingBalance: null,
    openingDate: today,
  };
}

/** Returns an account as it is saved, which a change is based on. */
export function manualBasis({ bank, account }: ManualAccount) {
  return {
    institutionName: bank.institution.name,
    name: account.name,
    type: manualTypeOf(account) ?? "checking",
    isoCurrencyCode: account.isoCurrencyCode,
    openingBalance: account.opening?.balance ?? 0,
    openingDate: account.opening?.date ?? "",
  };
}

/** Returns the fields of an account that is edited. */
export function manualFieldsOf(edited: ManualAccount): ManualInputs {
  const basis = manualBasis(edited);
  return { ...basis, openingBalance: ofUnits(basis.openingBalance, basis.isoCurrencyCode) };
}

/** Returns the values of SaveManualAccount. */
export function manualToSave(fields: ManualFields) {
  return { ...fields, openingBalance: toUnits(money(fields.openingBalance), fields.isoCurrencyCode) };
}

/** Returns true if the balance of a type is what is owed. */
export function isOwedType(type: ManualType): boolean {
  return type === "card" || type === "loan";
}

export const manualTypeOptions: Option<ManualType>[] = manualTypes.map((id) => ({
  id,
  label: manualTypeWords[id],
}));
