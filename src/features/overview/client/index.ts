export { AttentionPanel } from "./attention-panel.tsx";
export { IncomeReminders } from "./income-reminders.tsx";
