/** Why a linked payment is in no total: its transaction is not any more what was linked. */
export const paymentProblems = ["removed", "outflow", "currency"] as const;
export type PaymentProblem = (typeof paymentProblems)[number];
