export type { BankCures } from "./attention-list.tsx";
export { AttentionPanel } from "./attention-panel.tsx";
export { IncomeReminders } from "./income-reminders.tsx";
