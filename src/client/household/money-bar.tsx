import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "#ui/button.tsx";
import { setReadOnlyReason } from "#ui/read-only.ts";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import { useApi } from "../app-context.tsx";
import { failureText } from "../data/api-failure.ts";
import { paths } from "../routing/paths.ts";
import { openAnew } from "./switches.ts";
import { useReadOnlyMoney, useShownMoney } from "./shown-money.ts";
import styles from "./money-bar.module.css";

/**
 * Bar at the bottom of every page while the browser shows another person's money, with a button back to one's own. Where the
 * money may only be seen, it turns controls off.
 */
export function MoneyBar() {
  const api = useApi();
  const money = useShownMoney();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post("/api/ShowMoney", { membershipId: null }),
    onSuccess: () => openAnew(paths.accounts()),
    onError: (error) => toastQueue.add({ message: failureText(error), tone: "negative" }),
  });
  const reason = useReadOnlyMoney();
  useEffect(() => {
    setReadOnlyReason(reason);
    return () => setReadOnlyReason(null);
  }, [reason]);
  if (money === null) return null;
  return (
    <aside className={styles.bar} aria-label="Whose money">
      <p className={styles.text}>
        You’re looking at the money of <strong>{money.name}</strong>
        {money.access === "read" ? ", without changing it." : "."}
      </p>
      <Button size="small" isPending={isPending} onClick={() => mutate()}>
        Back to your money
      </Button>
    </aside>
  );
}
