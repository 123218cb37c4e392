import { Suspense, type ComponentType } from "react";
import { lazyPart, type Retry } from "#ui/lazy/lazy-part.tsx";
import { ConfirmDialog } from "#ui/overlay/confirm-dialog.tsx";
import { unloadedText } from "#ui/lazy/unloaded-part.tsx";

type Closable = { onClose: () => void };

/** Creates a dialog whose code loads when it's first opened. If that fails, a dialog over the page says so, with a retry. */
export function lazyDialog<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyPart(load, UnloadedDialog);
  return function LazyDialog(props: Props) {
    return (
      // A boundary of its own keeps the page visible while the dialog's code loads.
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** Dialog in place of one whose code couldn't be loaded. */
export function UnloadedDialog({ onClose, retry, isRetrying }: Closable & Retry) {
  return (
    <ConfirmDialog
      title="Couldn’t load this dialog"
      confirmLabel="Try again"
      cancelLabel="Close"
      isDanger={false}
      isPending={isRetrying}
      onConfirm={retry}
      onCancel={onClose}
    >
      {unloadedText}
    </ConfirmDialog>
  );
}
